#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/base/error.h"
#include "core/train/task.h"
#include "core/train/trainer.h"

namespace headscope {

/// The same task, batches and budget for several numbers of heads, each with several seeds.
struct RaceSettings {
    TrainModelConfig model;   ///< of every contestant but for n_heads
    TrainSettings training;   ///< of every run; seed is the first of `seeds` that follow each other; threads is 1
    std::vector<Index> heads; ///< each divides d_model
    Index seeds = 3;
    Index batch = 128;
    Index look_every = 25;             ///< steps between two points of a curve
    Index curve_sequences = 512;       ///< held out, of a point
    Index validation_sequences = 4000; ///< held out, of a result
};

/// On held-out sequences.
struct RacePoint {
    Index step = 0;
    double loss = 0.0; ///< nats per target
    double accuracy = 0.0;
};

struct RaceRun {
    Index heads = 0;
    std::uint64_t seed = 0;
    std::vector<RacePoint> curve;     ///< from step 0 on
    std::optional<Evaluation> result; ///< of the finished run
    double seconds = 0.0;             ///< of its own training, without evaluation
};

struct Spread {
    double mean = 0.0;
    double least = 0.0;
    double most = 0.0;
};

/// All runs of one number of heads.
struct RaceLane {
    Index heads = 0;
    Index parameters = 0;
    std::vector<RaceRun> runs; ///< by seed

    /// Of the finished runs; none where there is none.
    std::optional<Spread> accuracy() const;
    std::optional<Spread> loss() const;
    std::optional<Spread> seconds() const;
};

struct RaceResult {
    std::vector<RaceLane> lanes; ///< in the order of RaceSettings::heads
    std::optional<double> loss_floor;
};

/// What the numbers say: a difference that is no larger than the spread over the seeds is none.
struct RaceConclusion {
    enum class Kind {
        unknown, ///< fewer than two numbers of heads have been run with two seeds: there is no spread to compare with
        no_difference,
        more_heads_win,  ///< all that are worse have fewer heads than all that are as good as the best
        fewer_heads_win, ///< all that are worse have more
        mixed,
    };
    enum class Measure { accuracy, loss };

    Kind kind = Kind::unknown;
    Measure measure = Measure::accuracy; ///< by which they were compared
    Index best = 0;                      ///< the number of heads with the best mean; of equal ones the least
    Index enough = 0;                    ///< the least number of heads that is as good as the best
    std::vector<Index> as_good;          ///< numbers of heads as good as the best, `enough` among them
    std::vector<Index> worse;            ///< those that are not
};
/// Numbers of heads are compared by their mean loss where a floor above 0 is known (no model can be right always, and
/// the distance to the floor tells how much is learned), otherwise by their mean accuracy. The best mean is the best;
/// another is as good where it differs by no more than the largest spread over the seeds, most - least, that any number
/// of heads has. Only finished runs count, of numbers of heads with two or more. Lists are in rising order.
RaceConclusion conclude(const RaceResult& result);

struct RaceControl {
    std::stop_token stop;
    Index threads = 1; ///< contestants run side by side on so many; the numbers do not depend on it
    /// After each look at a run, on the thread that trains it; several at the same time, of different runs.
    std::function<void(std::size_t lane, const RaceRun& run, Trainer& trainer)> looked;
    std::function<void(double fraction)> progress; ///< on the calling thread or another, rising
};

/// All contestants go forward together, `look_every` steps at a time, seed after seed, so that their curves grow side
/// by side. Errors: those of Trainer::create() and step(), cancelled.
Result<RaceResult> race(const Task& task, const RaceSettings& settings, const RaceControl& control = {});

} // namespace headscope
