#include "app/train_files.h"

#include "core/base/build_info.h"
#include "core/io/number_text.h"

namespace headscope::ui {

namespace {

template <typename Number>
std::string text(Number number) {
    std::string digits;
    append_number(digits, number);
    return digits;
}

} // namespace

std::string checkpointName(const TrainOptions& options, const RaceRun& run) {
    return options.taskName + "_h" + text(run.heads) + "_seed" + text(run.seed) + ".safetensors";
}

std::string checkpointBytes(const TrainOptions& options, const RaceRun& run, const Trainer& trainer) {
    CheckpointMetadata metadata{{"task", options.taskName},
                                {"task_seed", text(options.taskOptions.seed)},
                                {"seed", text(run.seed)},
                                {"steps", text(trainer.steps_done())},
                                {"batch", text(options.race.batch)},
                                {"validation_loss", text(run.result->loss())},
                                {"validation_accuracy", text(run.result->accuracy())},
                                {"headscope_version", std::string(version())}};
    if (options.taskName == "needles") {
        metadata["needles"] = text(options.taskOptions.needles);
    }
    return trainer.checkpoint(metadata, Trainer::Precision::float32, false);
}

std::string trainingLogName(const TrainOptions& options) {
    return options.taskName + "_log.csv";
}

std::string trainingLog(const RaceResult& result) {
    std::string log = "heads,seed,step,loss,accuracy\n";
    for (const RaceLane& lane : result.lanes) {
        for (const RaceRun& run : lane.runs) {
            for (const RacePoint& point : run.curve) {
                log += text(run.heads) + ',' + text(run.seed) + ',' + text(point.step) + ',' + text(point.loss) + ',' +
                       text(point.accuracy) + '\n';
            }
        }
    }
    return log;
}

} // namespace headscope::ui
