#include <QtTest>

#include "core/train/tasks/needles.h"
#include "ui/session/race_runner.h"

using namespace headscope;
using namespace headscope::ui;

namespace {

const auto needle = std::make_shared<const NeedlesTask>(1, 42);

RaceSettings shortRace() {
    RaceSettings settings;
    settings.model.shape = needle->shape();
    settings.model.dims = *ModelDims::create(8, 1);
    settings.training.schedule.steps = 6;
    settings.heads = {1, 2};
    settings.seeds = 2;
    settings.batch = 8;
    settings.look_every = 2;
    settings.curve_sequences = 16;
    settings.validation_sequences = 32;
    return settings;
}

struct Seen {
    explicit Seen(RaceRunner& runner) {
        QObject::connect(&runner, &RaceRunner::changed,
                         [this](const std::shared_ptr<const RaceState>& state) { last = state; });
    }
    std::shared_ptr<const RaceState> last;
};

} // namespace

class RaceRunnerTest : public QObject {
    Q_OBJECT
private slots:
    void shows_what_the_race_gives() {
        RaceRunner runner;
        const Seen seen(runner);
        runner.start(needle, shortRace());
        QVERIFY(runner.running());
        QTRY_VERIFY(!runner.running());
        const RaceState& state = *seen.last;
        QVERIFY(state.finished);
        QCOMPARE(state.fraction, 1.0);
        QCOMPARE(state.tokens.size(), NeedlesTask::items + 1);
        QCOMPARE(state.asked, NeedlesTask::items);
        const Result<RaceResult> direct = race(*needle, shortRace());
        QVERIFY(direct.has_value());
        QCOMPARE(state.race.lanes.size(), std::size_t{2});
        for (std::size_t lane = 0; lane < 2; ++lane) {
            QCOMPARE(state.maps[lane]->shape(),
                     (std::vector<Index>{1, shortRace().heads[lane], NeedlesTask::items + 1, NeedlesTask::items + 1}));
            for (std::size_t seed = 0; seed < 2; ++seed) {
                const RaceRun& shown = state.race.lanes[lane].runs[seed];
                const RaceRun& run = direct->lanes[lane].runs[seed];
                QCOMPARE(shown.curve.size(), std::size_t{4}); // steps 0, 2, 4, 6
                QCOMPARE(shown.curve.back().loss, run.curve.back().loss);
                QCOMPARE(shown.result->correct, run.result->correct);
            }
        }
    }

    void a_stopped_race_stays_as_it_is_and_another_can_begin() {
        RaceRunner runner;
        const Seen seen(runner);
        QSignalSpy failures(&runner, &RaceRunner::failed);
        RaceSettings longRace = shortRace();
        longRace.training.schedule.steps = 1000000;
        runner.start(needle, longRace);
        QTRY_VERIFY(seen.last != nullptr && seen.last->maps[0] != nullptr);
        runner.stop();
        QVERIFY(!runner.running());
        QVERIFY(!seen.last->finished);
        runner.start(needle, shortRace());
        QTRY_VERIFY(!runner.running());
        QVERIFY(seen.last->finished);
        QCOMPARE(failures.size(), 0); // who stops a race knows
    }

    void closing_while_it_runs_stops_it() {
        RaceSettings longRace = shortRace();
        longRace.training.schedule.steps = 1000000;
        RaceRunner runner;
        runner.start(needle, longRace);
    }
};

QTEST_MAIN(RaceRunnerTest)
#include "race_runner_test.moc"
