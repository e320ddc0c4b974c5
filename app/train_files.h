#pragma once

#include <string>

#include "app/train_options.h"

namespace headscope::ui {

/// "needles_h4_seed42.safetensors"
std::string checkpointName(const TrainOptions& options, const RaceRun& run);

/// The trained model of a finished run; its metadata tells the task, how it was trained, and how well it does.
std::string checkpointBytes(const TrainOptions& options, const RaceRun& run, const Trainer& trainer);

/// "needles_log.csv"
std::string trainingLogName(const TrainOptions& options);

/// heads, seed, step, loss, accuracy: a line for each look at a run on held-out sequences, in the order of the lanes.
std::string trainingLog(const RaceResult& result);

} // namespace headscope::ui
