#include "core/engine/latest_wins.h"

#include <utility>

namespace headscope {

LatestWins::LatestWins(Callbacks callbacks, Index threads)
    : callbacks_(std::move(callbacks))
    , threads_(threads)
    , worker_([this](const std::stop_token& quit) { work(quit); }) {
}

LatestWins::~LatestWins() {
    worker_.request_stop(); // before the job is stopped, so that the worker does not publish that it was
    stop();
}

void LatestWins::submit(Request request, std::uint64_t revision, bool replace_running) {
    {
        const std::scoped_lock lock(mutex_);
        pending_.emplace(std::move(request), revision);
        if (replace_running) {
            running_.request_stop();
        }
    }
    wake_.notify_one();
}

void LatestWins::stop() {
    const std::scoped_lock lock(mutex_);
    pending_.reset();
    running_.request_stop();
}

void LatestWins::work(const std::stop_token& quit) {
    Engine engine;
    while (true) {
        std::unique_lock lock(mutex_);
        if (!wake_.wait(lock, quit, [this] { return pending_.has_value(); }) || quit.stop_requested()) {
            return;
        }
        const auto [request, revision] = std::move(*pending_);
        pending_.reset();
        running_ = std::stop_source();
        RunControl control{running_.get_token(), {}, threads_};
        lock.unlock();

        if (callbacks_.progress) {
            control.progress = [this, revision = revision](double fraction) {
                callbacks_.progress(revision, fraction);
            };
        }
        Outcome outcome{revision, engine.run(request, control)};
        if (quit.stop_requested()) {
            return;
        }
        callbacks_.finished(std::move(outcome));
    }
}

} // namespace headscope
