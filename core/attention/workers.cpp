#include "core/attention/workers.h"

#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace headscope {

namespace {

using Work = std::function<Result<void>(Index worker, Index task)>;

class Tasks {
public:
    Tasks(Index count, const Work& work)
        : count_(count)
        , work_(work) {}

    void take(Index worker) noexcept {
        try {
            while (!ended_) {
                const Index task = next_.fetch_add(1);
                if (task >= count_) {
                    return;
                }
                if (Result<void> done = work_(worker, task); !done) {
                    end(std::move(done), nullptr);
                }
            }
        } catch (...) {
            end({}, std::current_exception());
        }
    }

    Result<void> outcome() {
        if (exception_ != nullptr) {
            std::rethrow_exception(exception_);
        }
        return std::move(outcome_);
    }

private:
    void end(Result<void> outcome, std::exception_ptr exception) noexcept {
        const std::scoped_lock lock(mutex_);
        ended_ = true;
        if (exception != nullptr && exception_ == nullptr) {
            exception_ = std::move(exception);
        } else if (outcome_.has_value()) {
            outcome_ = std::move(outcome);
        }
    }

    const Index count_;
    const Work& work_;
    std::atomic<Index> next_ = 0;
    std::atomic<bool> ended_ = false;
    std::mutex mutex_; // of the two below
    Result<void> outcome_;
    std::exception_ptr exception_;
};

} // namespace

Result<void> for_each_task(Index tasks, Index workers, const Work& work) {
    Tasks shared(tasks, work);
    {
        std::vector<std::jthread> threads;
        threads.reserve(static_cast<std::size_t>(workers - 1));
        try {
            for (Index worker = 1; worker < workers; ++worker) {
                threads.emplace_back([&shared, worker] { shared.take(worker); });
            }
        } catch (const std::system_error&) { // no more threads: those that there are do it all
        }
        shared.take(0);
    }
    return shared.outcome();
}

} // namespace headscope
