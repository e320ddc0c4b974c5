#include "ui/present/race_text.h"

#include <QtTest>

#include "ui/i18n/language.h"

using namespace headscope;
using namespace headscope::ui;

namespace {

RaceLane lane(Index heads, std::initializer_list<Index> correct, double loss = 1.0) {
    RaceLane made{heads, 0, {}};
    for (const Index one : correct) {
        RaceRun run;
        run.result = Evaluation{loss * 1000, one, 1000};
        made.runs.push_back(std::move(run));
    }
    return made;
}

QString said(std::vector<RaceLane> lanes, double floor = 0.0) {
    const RaceResult result{std::move(lanes), floor};
    return conclusionText(result, conclude(result));
}

} // namespace

class RaceTextTest : public QObject {
    Q_OBJECT

private slots:
    void init() { languages_.use(Language::english); }

    void spreads() {
        QCOMPARE(spreadText({0.77512, 0.7461, 0.832}, 3), QStringLiteral("0.775 (0.746 to 0.832)"));
        QCOMPARE(spreadText({0.77512, 0.77512, 0.77512}, 2), QStringLiteral("0.78"));
        languages_.use(Language::simplifiedChinese);
        QCOMPARE(spreadText({0.77512, 0.7461, 0.832}, 3), QStringLiteral("0.775（0.746 至 0.832）"));
    }

    void sentences() {
        QCOMPARE(
            said({lane(1, {380, 382}), lane(2, {770, 780}), lane(4, {1000, 999}), lane(8, {1000, 1000})}),
            QStringLiteral("More heads help, and h = 4 (1.000) is enough: the accuracy is worse with h = 1 (0.381), "
                           "2 (0.775), and no better with h = 8 (1.000)."));
        QCOMPARE(
            said({lane(1, {380, 382}), lane(2, {770, 780})}),
            QStringLiteral("More heads help: the accuracy is best with h = 2 (0.775), and worse with h = 1 (0.381)."));
        QCOMPARE(
            said({lane(1, {500, 510}), lane(2, {508, 509})}),
            QStringLiteral("The number of heads makes no difference here: what differs in accuracy is no more than the "
                           "spread over the seeds."));
        QCOMPARE(
            said({lane(1, {508, 508}), lane(4, {343, 343})}),
            QStringLiteral("More heads do harm here: the accuracy is best with h = 1 (0.508), and worse with h = 4 "
                           "(0.343)."));
        QCOMPARE(said({lane(1, {0, 0}, 2.0), lane(2, {0, 0}, 1.125), lane(4, {0, 0}, 1.25)}, 1.0),
                 QStringLiteral("The loss is best with h = 2 (1.125), and worse with h = 1 (2.000), 4 (1.250)."));
        QCOMPARE(said({lane(1, {1}), lane(2, {2})}),
                 QStringLiteral(
                     "What the number of heads changes cannot be said yet: that takes two numbers of heads and two "
                     "seeds at least."));
    }

    void in_chinese() {
        languages_.use(Language::simplifiedChinese);
        QCOMPARE(
            said({lane(1, {380, 382}), lane(2, {770, 780}), lane(4, {1000, 999}), lane(8, {1000, 1000})}),
            QStringLiteral("头多有用，h = 4 (1.000) 就够了：按正确率看，h = 1 (0.381), 2 (0.775) 更差，h = 8 (1.000) "
                           "也没有更好。"));
    }

private:
    LanguageSwitch languages_;
};

QTEST_GUILESS_MAIN(RaceTextTest)
#include "race_text_test.moc"
