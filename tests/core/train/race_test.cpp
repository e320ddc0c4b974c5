#include "core/train/race.h"

#include <mutex>
#include <set>

#include "core/train/tasks/make_task.h"
#include "core/train/tasks/needles.h"
#include "core/train/train_cost.h"
#include "tests/core/io/io_support.h"

using namespace headscope;

namespace {

/// Some steps of a narrow model.
RaceSettings small_race() {
    const PlannedTask planned = make_task("needles").value();
    RaceSettings settings;
    settings.model = planned.race.model;
    settings.model.dims = ModelDims::create(16, 1).value();
    settings.training = planned.race.training;
    settings.training.schedule.steps = 7;
    settings.heads = {2, 1, 4};
    settings.seeds = 2;
    settings.batch = 32;
    settings.look_every = 3;
    settings.curve_sequences = 40;
    settings.validation_sequences = 100;
    return settings;
}

const NeedlesTask& needles() {
    static const NeedlesTask task(4, 42);
    return task;
}

bool same(const RaceResult& one, const RaceResult& other) {
    const auto points = [](const RacePoint& a, const RacePoint& b) {
        return a.step == b.step && a.loss == b.loss && a.accuracy == b.accuracy;
    };
    const auto runs = [&](const RaceRun& a, const RaceRun& b) {
        return a.heads == b.heads && a.seed == b.seed && a.result->loss_sum == b.result->loss_sum &&
               a.result->correct == b.result->correct && std::ranges::equal(a.curve, b.curve, points);
    };
    return std::ranges::equal(one.lanes, other.lanes, [&](const RaceLane& a, const RaceLane& b) {
        return a.heads == b.heads && a.parameters == b.parameters && std::ranges::equal(a.runs, b.runs, runs);
    });
}

} // namespace

class RaceTest : public QObject {
    Q_OBJECT

private slots:
    // Step by step what a race should do for one of its runs.
    void a_run_is_a_training_on_the_task_s_batches() {
        const RaceSettings settings = small_race();
        const RaceResult result = race(needles(), settings).value();
        QCOMPARE(std::ssize(result.lanes), 3);
        QCOMPARE(*result.loss_floor, 0.0);
        const RaceLane& lane = result.lanes[2];
        QCOMPARE(lane.heads, Index{4});
        QCOMPARE(std::ssize(lane.runs), 2);
        const RaceRun& second = lane.runs[1];
        QCOMPARE(second.heads, Index{4});
        QCOMPARE(second.seed, std::uint64_t{43});
        QVERIFY(second.seconds > 0.0);

        TrainModelConfig model = settings.model;
        model.dims = ModelDims::create(16, 4).value();
        TrainSettings training = settings.training;
        training.seed = 43;
        const std::unique_ptr<Trainer> trainer = Trainer::create(model, training).value();
        QCOMPARE(lane.parameters, trainer->parameter_count());
        const Batch shown = needles().make(Task::Stream::validation, 0, 40);
        std::size_t point = 0;
        const auto look = [&] {
            const Evaluation now = trainer->evaluate(shown).value();
            QCOMPARE(second.curve[point].step, trainer->steps_done());
            QCOMPARE(second.curve[point].loss, now.loss());
            QCOMPARE(second.curve[point].accuracy, now.accuracy());
            ++point;
        };
        look();
        for (std::uint64_t step = 0; step < 7; ++step) {
            QVERIFY(trainer->step(needles().make(Task::Stream::training, (std::uint64_t{1} << 32) + step, 32)));
            if (step == 2 || step == 5 || step == 6) {
                look();
            }
        }
        QCOMPARE(point, second.curve.size());
        const Evaluation last = trainer->evaluate(needles().make(Task::Stream::validation, 0, 100)).value();
        QCOMPARE(second.result->loss_sum, last.loss_sum);
        QCOMPARE(second.result->correct, last.correct);
        QCOMPARE(second.result->count, Index{400});
    }

    void threads_do_not_change_the_numbers() {
        const RaceSettings settings = small_race();
        RaceControl control;
        const RaceResult one = race(needles(), settings, control).value();
        for (const Index threads : {2, 3, 8}) {
            control.threads = threads;
            QVERIFY(same(race(needles(), settings, control).value(), one));
        }
    }

    void what_happens_is_told() {
        const RaceSettings settings = small_race();
        std::mutex mutex;
        std::set<std::pair<std::size_t, std::uint64_t>> finished;
        int looks = 0;
        std::vector<double> fractions;
        RaceControl control;
        control.threads = 2;
        control.looked = [&](std::size_t lane, const RaceRun& run, Trainer& trainer) {
            const std::scoped_lock lock(mutex);
            ++looks;
            const bool right = settings.heads[lane] == run.heads && trainer.config().dims.n_heads() == run.heads &&
                               trainer.steps_done() == run.curve.back().step;
            if (right && run.result) {
                finished.emplace(lane, run.seed);
            }
        };
        control.progress = [&](double fraction) { fractions.push_back(fraction); };
        QVERIFY(race(needles(), settings, control));
        QCOMPARE(looks, 3 * 2 * 4);
        QCOMPARE(finished.size(), std::size_t{6});
        QCOMPARE(std::ssize(fractions), 3 * 2 * 7);
        QVERIFY(std::ranges::is_sorted(fractions));
        QCOMPARE(fractions.back(), 1.0);
    }

    void it_stops() {
        std::stop_source stop;
        RaceControl control;
        control.stop = stop.get_token();
        int steps = 0;
        control.progress = [&](double /*fraction*/) {
            if (++steps == 5) {
                stop.request_stop();
            }
        };
        COMPARE_ERROR(race(needles(), small_race(), control), ErrorCode::cancelled);
        QCOMPARE(steps, 5);
    }

    void heads_that_do_not_divide() {
        RaceSettings settings = small_race();
        settings.heads = {1, 3};
        COMPARE_ERROR(race(needles(), settings), ErrorCode::heads_do_not_divide, 16, 3, 2, 4);
    }

    void flops_of_a_step() {
        RaceSettings settings = small_race();
        TrainModelConfig& model = settings.model;
        // n 13, d 16, 4 read-outs of 10 classes.
        constexpr Index layer = 8 * 13 * 16 * 16 + 4 * 13 * 13 * 16;
        constexpr Index read_out = 2 * 13 * 16 * 4 * 10;
        QCOMPARE(training_step_flops(model, 32).value(), 3 * 32 * (layer + read_out));
        model.layers = 2;
        model.mlp = true;
        QCOMPARE(training_step_flops(model, 1).value(), 3 * (2 * (layer + 16 * 13 * 16 * 16) + read_out));
        COMPARE_ERROR(training_step_flops(model, Index{1} << 50), ErrorCode::cost_too_large, Index{1} << 50, 13, 16, 1);
    }
};

QTEST_GUILESS_MAIN(RaceTest)
#include "race_test.moc"
