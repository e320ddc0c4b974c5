#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/train/race.h"

namespace headscope {

struct PlannedTask {
    std::unique_ptr<const Task> task;
    /// With the model, the training and the held-out set that the task was measured with, d_model 64 and 4 heads; which
    /// numbers of heads are to race is left open. Plain: no LayerNorm, embeddings N(0, 0.5^2). All: AdamW (0.9, 0.98)
    /// without decay, one cycle up to 3e-3, gradients clipped at 1.
    RaceSettings race;
};

struct TaskOptions {
    Index needles = 4;       ///< of "needles"
    std::string csv_path;    ///< of "csv"
    std::uint64_t seed = 42; ///< of the task's batches (and skip-Markov's tables), and of the plan's training
};

inline constexpr std::array<std::string_view, 7> task_names{"needles",   "skip-markov", "reverse", "sort",
                                                            "induction", "brackets",    "csv"};

/// A task by its name. Errors: task_unknown, needles_out_of_range, those of PairsTask::read().
Result<PlannedTask> make_task(std::string_view name, const TaskOptions& options = {});

} // namespace headscope
