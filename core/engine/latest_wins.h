#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "core/engine/engine.h"

namespace headscope {

/// One worker thread, one running job, one pending slot: a new request replaces a pending one, a running job finishes
/// and is published. (Cancelling on every key showed nothing at all during a drag; finishing shows a picture about
/// every run.)
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

    /// `threads`: RunControl::threads of the runs.
    explicit LatestWins(Callbacks callbacks, Index threads = 1);
    /// Stops the running job and waits for the worker.
    ~LatestWins();
    LatestWins(const LatestWins&) = delete;
    LatestWins& operator=(const LatestWins&) = delete;

    /// Never blocks on a computation. Revisions rise. With `replace_running` the running job is stopped too (its
    /// outcome is ErrorCode::cancelled): for runs predicted to be long.
    void submit(Request request, std::uint64_t revision, bool replace_running = false);
    /// Stops the running job and drops the pending one.
    void stop();

private:
    void work(const std::stop_token& quit);

    Callbacks callbacks_;
    Index threads_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::optional<std::pair<Request, std::uint64_t>> pending_;
    std::stop_source running_;
    std::jthread worker_; // last: it uses all of the above
};

} // namespace headscope
