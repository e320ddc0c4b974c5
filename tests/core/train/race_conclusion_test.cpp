#include <QtTest>

#include "core/train/race.h"

using namespace headscope;

namespace {

using Kind = RaceConclusion::Kind;

/// A run of 1000 targets.
RaceRun finished(Index correct, double loss) {
    RaceRun run;
    run.result = Evaluation{loss * 1000, correct, 1000};
    return run;
}

/// By accuracy, in thousandths.
RaceLane lane(Index heads, std::initializer_list<Index> correct) {
    RaceLane made{heads, 0, {}};
    for (const Index one : correct) {
        made.runs.push_back(finished(one, 1.0));
    }
    return made;
}

RaceLane loss_lane(Index heads, std::initializer_list<double> losses) {
    RaceLane made{heads, 0, {}};
    for (const double loss : losses) {
        made.runs.push_back(finished(500, loss));
    }
    return made;
}

RaceConclusion of(std::vector<RaceLane> lanes, std::optional<double> floor = 0.0) {
    return conclude({std::move(lanes), floor});
}

using List = std::vector<Index>;

} // namespace

class RaceConclusionTest : public QObject {
    Q_OBJECT

private slots:
    void spreads() {
        RaceLane made = lane(4, {750, 700, 800});
        made.runs.push_back({}); // not finished
        QCOMPARE(made.accuracy()->mean, 0.75);
        QCOMPARE(made.accuracy()->least, 0.7);
        QCOMPARE(made.accuracy()->most, 0.8);
        const RaceLane losses = loss_lane(4, {1.5, 0.5});
        QCOMPARE(losses.loss()->mean, 1.0);
        QCOMPARE(losses.loss()->least, 0.5);
        QCOMPARE(losses.loss()->most, 1.5);
        QVERIFY(!lane(4, {}).accuracy() && !lane(4, {}).loss());
    }

    // The reference's figures of four needles.
    void more_heads_win() {
        const RaceConclusion conclusion =
            of({lane(1, {377, 383, 383}), lane(2, {746, 748, 832}), lane(4, {1000, 1000, 999}),
                lane(8, {1000, 1000, 1000}), lane(16, {1000, 999, 1000})});
        QVERIFY(conclusion.kind == Kind::more_heads_win);
        QVERIFY(conclusion.measure == RaceConclusion::Measure::accuracy);
        QCOMPARE(conclusion.best, Index{8});
        QCOMPARE(conclusion.enough, Index{4});
        QCOMPARE(conclusion.as_good, (List{4, 8, 16}));
        QCOMPARE(conclusion.worse, (List{1, 2}));
    }

    void a_difference_within_the_spread_is_none() {
        // Means 0.505 and 0.515; the seeds of one are 0.062 apart.
        const RaceConclusion none = of({lane(2, {474, 536}), lane(1, {515, 515}), lane(4, {484, 546})});
        QVERIFY(none.kind == Kind::no_difference);
        QCOMPARE(none.best, Index{1});
        QCOMPARE(none.enough, Index{1});
        QCOMPARE(none.as_good, (List{1, 2, 4}));
        // The same means with seeds that agree.
        const RaceConclusion some = of({lane(2, {504, 506}), lane(1, {514, 516}), lane(4, {515, 515})});
        QVERIFY(some.kind == Kind::mixed);
        QCOMPARE(some.as_good, (List{1, 4}));
        QCOMPARE(some.worse, (List{2}));
    }

    // Sorting ten digits, measured: beside the seeds of one head, no number of heads stands out.
    void the_largest_spread_counts_for_all() {
        const RaceConclusion conclusion = of({lane(1, {964, 990, 993}), lane(2, {995, 995, 999}),
                                              lane(4, {998, 998, 999}), lane(8, {1000, 1000, 1000})});
        QVERIFY(conclusion.kind == Kind::no_difference);
        QCOMPARE(conclusion.best, Index{8});
        QCOMPARE(conclusion.enough, Index{1});
    }

    void nothing_with_one_seed_or_one_number_of_heads() {
        for (const RaceConclusion& conclusion : {of({}), of({lane(1, {1, 2, 3})}), of({lane(1, {100}), lane(2, {900})}),
                                                 of({lane(1, {100, 200}), lane(2, {900})})}) {
            QVERIFY(conclusion.kind == Kind::unknown);
            QVERIFY(conclusion.as_good.empty() && conclusion.worse.empty());
        }
    }

    void fewer_heads_win() {
        const RaceConclusion conclusion =
            of({lane(8, {343, 344}), lane(1, {508, 507}), lane(2, {508, 507}), lane(4, {452, 453})});
        QVERIFY(conclusion.kind == Kind::fewer_heads_win);
        QCOMPARE(conclusion.best, Index{1});
        QCOMPARE(conclusion.as_good, (List{1, 2}));
        QCOMPARE(conclusion.worse, (List{4, 8}));
    }

    void the_middle_wins() {
        const RaceConclusion conclusion = of({lane(1, {353, 354}), lane(2, {508, 509}), lane(4, {452, 453})});
        QVERIFY(conclusion.kind == Kind::mixed);
        QCOMPARE(conclusion.enough, Index{2});
        QCOMPARE(conclusion.worse, (List{1, 4}));
    }

    void with_a_floor_by_loss() {
        const std::vector<RaceLane> lanes{loss_lane(1, {1.978, 1.970}), loss_lane(2, {1.679, 1.7}),
                                          loss_lane(4, {1.070, 1.074}), loss_lane(8, {1.072, 1.080})};
        const RaceConclusion conclusion = of(lanes, 1.07);
        QVERIFY(conclusion.measure == RaceConclusion::Measure::loss);
        QVERIFY(conclusion.kind == Kind::more_heads_win);
        QCOMPARE(conclusion.best, Index{4});
        QCOMPARE(conclusion.as_good, (List{4, 8}));
        QCOMPARE(conclusion.worse, (List{1, 2}));
        // Without one they are all 0.5 right.
        QVERIFY(of(lanes, std::nullopt).kind == Kind::no_difference);
    }
};

QTEST_GUILESS_MAIN(RaceConclusionTest)
#include "race_conclusion_test.moc"
