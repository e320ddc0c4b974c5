#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "app/train_options.h"
#include "core/train/race.h"

namespace headscope::ui {

/// What `headscope train` says.
struct TrainReport {
    RaceResult result;
    RaceConclusion conclusion;
    Index stepFlops = 0;            ///< of a training step, whatever the number of heads
    std::vector<std::string> files; ///< paths written, in the order of lanes and seeds; the log last
};

/// Runs the race, and writes its files where a folder is asked for: all or none. Shows its progress on a terminal.
/// Errors: those of race() and training_step_flops(), file_unwritable; cancelled.
Result<TrainReport> trainHeads(const TrainOptions& options, const std::stop_token& stop);

} // namespace headscope::ui
