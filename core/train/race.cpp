#include "core/train/race.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "core/attention/workers.h"

namespace headscope {

namespace {

using Clock = std::chrono::steady_clock;

/// Seeds differ in their batches too: run s of each number of heads takes the training batches from s * 2^32 on.
constexpr int bits_of_a_run = 32;

struct Contestant {
    std::size_t lane = 0;
    std::unique_ptr<Trainer> trainer;
    RaceRun run;
};

class RaceJob {
public:
    RaceJob(const Task& task, const RaceSettings& settings, const RaceControl& control)
        : task_(task)
        , settings_(settings)
        , control_(control)
        , workers_(std::max<Index>(1, control.threads))
        , steps_(settings.training.schedule.steps)
        , shown_(task.make(Task::Stream::validation, 0, settings.curve_sequences))
        , validation_(task.make(Task::Stream::validation, 0, settings.validation_sequences)) {}

    Result<RaceResult> run() {
        result_.loss_floor = task_.loss_floor();
        for (const Index heads : settings_.heads) {
            result_.lanes.push_back({heads, 0, {}});
        }
        for (Index seed = 0; seed < settings_.seeds; ++seed) {
            const Result<void> done = enter(seed).and_then([&] { return run_all(seed); });
            if (!done) {
                return tl::make_unexpected(done.error());
            }
            for (Contestant& contestant : contestants_) {
                result_.lanes[contestant.lane].runs.push_back(std::move(contestant.run));
            }
        }
        return std::move(result_);
    }

private:
    /// A lane's numbers do not depend on its trainer's threads, so a race with few lanes shares out what there is.
    Index threads_each() const {
        return std::max<Index>(1, control_.threads / std::max<Index>(1, std::ssize(settings_.heads)));
    }

    Result<void> enter(Index seed) {
        contestants_.clear();
        for (std::size_t lane = 0; lane < settings_.heads.size(); ++lane) {
            TrainModelConfig model = settings_.model;
            TrainSettings training = settings_.training;
            training.seed += static_cast<std::uint64_t>(seed);
            training.threads = threads_each();
            const Result<void> entered = ModelDims::create(model.dims.d_model(), settings_.heads[lane])
                                             .and_then([&](ModelDims dims) {
                                                 model.dims = dims;
                                                 return Trainer::create(model, training);
                                             })
                                             .map([&](std::unique_ptr<Trainer> trainer) {
                                                 result_.lanes[lane].parameters = trainer->parameter_count();
                                                 RaceRun run;
                                                 run.heads = settings_.heads[lane];
                                                 run.seed = training.seed;
                                                 contestants_.push_back({lane, std::move(trainer), std::move(run)});
                                             });
            if (!entered) {
                return entered;
            }
        }
        // Many heads take longest: they begin first, so that no thread waits long for the last of them.
        std::ranges::stable_sort(contestants_, std::greater(), [](const Contestant& c) { return c.run.heads; });
        return {};
    }

    Result<void> run_all(Index seed) {
        Result<void> done = for_all([this](Contestant& contestant) { return look(contestant); });
        for (Index first = 0; first < steps_ && done; first += settings_.look_every) {
            make_batches(seed, first);
            done = for_all([this](Contestant& contestant) { return advance(contestant); });
        }
        return done;
    }

    template <typename Work>
    Result<void> for_all(const Work& work) {
        return workers_.for_each(std::ssize(contestants_), control_.threads, [&](Index /*worker*/, Index i) {
            return work(contestants_[static_cast<std::size_t>(i)]);
        });
    }

    /// All contestants learn from the same batches.
    void make_batches(Index seed, Index first) {
        batches_.clear();
        for (Index step = first; step < std::min(first + settings_.look_every, steps_); ++step) {
            const std::uint64_t number =
                (static_cast<std::uint64_t>(seed) << bits_of_a_run) + static_cast<std::uint64_t>(step);
            batches_.push_back(task_.make(Task::Stream::training, number, settings_.batch));
        }
    }

    Result<void> advance(Contestant& contestant) {
        const auto begin = Clock::now();
        for (const Batch& batch : batches_) {
            if (control_.stop.stop_requested()) {
                return fail(ErrorCode::cancelled);
            }
            if (const Result<double> stepped = contestant.trainer->step(batch); !stepped) {
                return tl::make_unexpected(stepped.error());
            }
            count_step();
        }
        contestant.run.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
        return look(contestant);
    }

    Result<void> look(Contestant& contestant) {
        if (control_.stop.stop_requested()) {
            return fail(ErrorCode::cancelled);
        }
        Trainer& trainer = *contestant.trainer;
        RaceRun& run = contestant.run;
        return trainer.evaluate(shown_)
            .map([&](const Evaluation& shown) {
                run.curve.push_back({trainer.steps_done(), shown.loss(), shown.accuracy()});
            })
            .and_then([&]() -> Result<void> {
                if (trainer.steps_done() < steps_) {
                    return {};
                }
                return trainer.evaluate(validation_).map([&run](const Evaluation& last) { run.result = last; });
            })
            .map([&] {
                if (control_.looked) {
                    control_.looked(contestant.lane, run, trainer);
                }
            });
    }

    void count_step() {
        if (control_.progress) {
            const std::scoped_lock lock(mutex_);
            ++steps_done_;
            const Index all = steps_ * settings_.seeds * std::ssize(settings_.heads);
            control_.progress(static_cast<double>(steps_done_) / static_cast<double>(all));
        }
    }

    const Task& task_;
    const RaceSettings& settings_;
    const RaceControl& control_;
    Workers workers_;
    Index steps_;
    Batch shown_;
    Batch validation_;
    std::vector<Contestant> contestants_;
    std::vector<Batch> batches_;
    RaceResult result_;
    std::mutex mutex_; // of the progress
    Index steps_done_ = 0;
};

} // namespace

Result<RaceResult> race(const Task& task, const RaceSettings& settings, const RaceControl& control) {
    return RaceJob(task, settings, control).run();
}

} // namespace headscope
