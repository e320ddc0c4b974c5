#include "app/train_report.h"

#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "app/console.h"
#include "app/output_folder.h"
#include "app/train_files.h"
#include "core/train/train_cost.h"

namespace headscope::ui {

namespace {

class TrainRun {
public:
    TrainRun(const TrainOptions& options, const std::stop_token& stop)
        : options_(options)
        , stop_(stop) {}

    Result<TrainReport> run() {
        return openFolder()
            .and_then([this] { return training_step_flops(options_.race.model, options_.race.batch); })
            .and_then([this](Index flops) {
                report_.stepFlops = flops;
                return race(*options_.task, options_.race, control());
            })
            .and_then([this](RaceResult result) {
                progress_.clear();
                report_.conclusion = conclude(result);
                report_.result = std::move(result);
                return writeFiles();
            })
            .map([this] { return std::move(report_); });
    }

private:
    /// Before the long run: a folder that cannot be written is told at once.
    Result<void> openFolder() {
        if (options_.out.empty()) {
            return {};
        }
        return OutputFolder::open(options_.out).map([this](OutputFolder folder) {
            folder_.emplace(std::move(folder));
        });
    }

    RaceControl control() {
        RaceControl control;
        control.stop = stop_;
        control.threads = options_.threads;
        control.looked = [this](std::size_t lane, const RaceRun& run, Trainer& trainer) {
            if (folder_ && run.result) {
                std::string bytes = checkpointBytes(options_, run, trainer);
                const std::scoped_lock lock(mutex_);
                checkpoints_[{lane, run.seed}] = {checkpointName(options_, run), std::move(bytes)};
            }
        };
        control.progress = [this](double fraction) { progress_.show(fraction); }; // one call at a time
        return control;
    }

    Result<void> writeFiles() {
        if (!folder_) {
            return {};
        }
        for (const auto& [run, file] : checkpoints_) {
            if (Result<void> staged = folder_->stage(file.first, file.second, stop_); !staged) {
                return staged;
            }
        }
        return folder_->stage(trainingLogName(options_), trainingLog(report_.result))
            .and_then([this] { return folder_->publish(); })
            .map([this](std::vector<std::string> paths) { report_.files = std::move(paths); });
    }

    const TrainOptions& options_;
    std::stop_token stop_;
    std::optional<OutputFolder> folder_;
    ProgressLine progress_;
    std::mutex mutex_; // of the checkpoints
    std::map<std::pair<std::size_t, std::uint64_t>, std::pair<std::string, std::string>> checkpoints_; ///< name, bytes
    TrainReport report_;
};

} // namespace

Result<TrainReport> trainHeads(const TrainOptions& options, const std::stop_token& stop) {
    return TrainRun(options, stop).run();
}

} // namespace headscope::ui
