#pragma once

#include <string>

#include "app/command_line.h"
#include "core/train/race.h"
#include "core/train/tasks/make_task.h"

namespace headscope::ui {

/// `headscope train` with its values read, its task made and its sizes checked.
struct TrainOptions {
    std::string taskName;
    TaskOptions taskOptions;
    std::shared_ptr<const Task> task;
    RaceSettings race;
    Index threads = 1;
    std::string out; ///< folder for files; empty: none are written
    bool json = false;
};

/// Errors: argument_missing, argument_bad_value, argument_conflict, those of make_task(), ModelDims::create() and
/// check(TrainModelConfig). Needs the user's language (what is allowed is said in words).
Result<TrainOptions> readTrainOptions(const CommandLine& line);

} // namespace headscope::ui
