#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "core/engine/engine.h"
#include "core/engine/stop_rule.h"

namespace headscope {

/// One worker thread, one running job, one pending slot: a new request replaces a pending one, a running job finishes
/// and is published. (Cancelling on every key showed nothing at all during a drag; finishing shows a picture about
/// every run.) A long one is stopped for a newer request as StopRule says.
class LatestWins {
public:
    struct Outcome {
        std::uint64_t revision = 0;
        Result<std::shared_ptr<const Snapshot>> snapshot;
    };
    struct Callbacks {
        std::function<void(Outcome)> finished;                        ///< on the worker thread
        std::function<void(std::uint64_t revision, double)> progress; ///< on the worker thread; may be empty
    };

    using Now = std::function<StopRule::Clock::time_point()>;

    /// `threads`: RunControl::threads of the runs. `now`: the time, asked for in submit().
    explicit LatestWins(Callbacks callbacks, Index threads = 1, Now now = StopRule::Clock::now);
    /// Stops the running job and waits for the worker.
    ~LatestWins();
    LatestWins(const LatestWins&) = delete;
    LatestWins& operator=(const LatestWins&) = delete;

    /// Never blocks on a computation. Revisions rise. `is_long`: the job is predicted to be so long that it may be
    /// stopped for a newer one (its outcome is then ErrorCode::cancelled).
    void submit(Request request, std::uint64_t revision, bool is_long = false);
    /// Stops the running job, long or not, and drops the pending one.
    void stop();

private:
    struct Job {
        Request request;
        std::uint64_t revision = 0;
        bool is_long = false;
    };
    void work(const std::stop_token& quit);

    Callbacks callbacks_;
    Index threads_;
    Now now_;
    std::mutex mutex_; // of all below but the thread
    std::condition_variable_any wake_;
    std::optional<Job> pending_;
    std::stop_source running_;
    bool long_running_ = false;
    StopRule rule_;
    std::jthread worker_; // last: it uses all of the above
};

} // namespace headscope
