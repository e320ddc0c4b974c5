#include "core/engine/latest_wins.h"

#include <utility>

namespace headscope {

LatestWins::LatestWins(Callbacks callbacks, Index threads, Now now)
    : callbacks_(std::move(callbacks))
    , threads_(threads)
    , now_(std::move(now))
    , worker_([this](const std::stop_token& quit) { work(quit); }) {
}

LatestWins::~LatestWins() {
    worker_.request_stop(); // before the job is stopped, so that the worker does not publish that it was
    stop();
}

void LatestWins::submit(Request request, std::uint64_t revision, bool is_long) {
    {
        const std::scoped_lock lock(mutex_);
        pending_ = Job{std::move(request), revision, is_long};
        if (long_running_ && rule_.may_stop(now_())) {
            running_.request_stop();
        }
    }
    wake_.notify_one();
}

void LatestWins::stop() {
    const std::scoped_lock lock(mutex_);
    pending_.reset();
    running_.request_stop();
    rule_.reset();
}

void LatestWins::work(const std::stop_token& quit) {
    Engine engine;
    while (true) {
        std::unique_lock lock(mutex_);
        if (!wake_.wait(lock, quit, [this] { return pending_.has_value(); }) || quit.stop_requested()) {
            return;
        }
        const Job job = std::move(*pending_);
        pending_.reset();
        running_ = std::stop_source();
        long_running_ = job.is_long;
        RunControl control{running_.get_token(), {}, threads_};
        lock.unlock();

        if (callbacks_.progress) {
            control.progress = [this, revision = job.revision](double fraction) {
                callbacks_.progress(revision, fraction);
            };
        }
        Outcome outcome{job.revision, engine.run(job.request, control)};
        if (quit.stop_requested()) {
            return;
        }
        lock.lock();
        long_running_ = false;
        if (outcome.snapshot || outcome.snapshot.error().code != ErrorCode::cancelled) {
            rule_.reset();
        }
        lock.unlock();
        callbacks_.finished(std::move(outcome));
    }
}

} // namespace headscope
