#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include <QObject>
#include <QStringList>
#include <QTimer>

#include "core/train/race.h"

namespace headscope::ui {

/// What the window shows of a race at one moment.
struct RaceState {
    RaceResult race; ///< with what every run has shown so far
    Index steps = 0; ///< of a run
    bool causal = true;
    QStringList tokens; ///< of the held-out example
    Index asked = 0;    ///< its first token with a target
    /// By lane: attention of the example, (layers, heads, n, n), in the latest run of that number of heads; may be
    /// null.
    std::vector<std::shared_ptr<const Tensor>> maps;
    double fraction = 0.0; ///< of all steps of all runs
    double seconds = 0.0;  ///< since the start
    bool finished = false;

    /// Expected until the end, from the pace so far; none before there is one.
    std::optional<double> secondsLeft() const;
};

/// Runs a race on a thread of its own and shows how it stands some 20 times a second.
class RaceRunner : public QObject {
    Q_OBJECT

public:
    explicit RaceRunner(QObject* parent = nullptr);
    /// Stops a running race and waits for its thread.
    ~RaceRunner() override;

    /// Stops the race before, if one runs.
    void start(std::shared_ptr<const Task> task, const RaceSettings& settings);
    /// What has been shown stays.
    void stop();
    bool running() const { return running_; }

signals:
    void changed(const std::shared_ptr<const headscope::ui::RaceState>& state);
    void failed(const headscope::Error& error);
    void runningChanged(bool running);

private:
    void work(const std::stop_token& stop, std::uint64_t number, const Task& task, const RaceSettings& settings);
    void take(std::size_t lane, const RaceRun& run, Index parameters, std::shared_ptr<const Tensor> maps);
    void show();
    void end(const Result<RaceResult>& result);

    std::mutex mutex_; // of state_ and fresh_
    RaceState state_;
    bool fresh_ = false; ///< state_ has not been shown
    std::chrono::steady_clock::time_point begin_;
    bool running_ = false;
    std::uint64_t number_ = 0; ///< of the race; what an earlier one still reports is of the past
    QTimer frame_;
    std::jthread thread_; // last: it uses all of the above
};

} // namespace headscope::ui
