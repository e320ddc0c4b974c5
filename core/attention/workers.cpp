#include "core/attention/workers.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include <hwy/cache_control.h>

#include "core/base/contract.h"

namespace headscope {

namespace {

class Tasks {
public:
    Tasks(Index count, const Workers::Work& work)
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
    const Workers::Work& work_;
    std::atomic<Index> next_ = 0;
    std::atomic<bool> ended_ = false;
    std::mutex mutex_; // of the two below
    Result<void> outcome_;
    std::exception_ptr exception_;
};

// Looks for about 50 us, which is what falling asleep and being woken costs; a run has three jobs one after the other.
template <typename Condition>
void look_for(Condition holds) {
    constexpr int looks = 3000;
    for (int i = 0; i < looks && !holds(); ++i) {
        hwy::Pause();
    }
}

} // namespace

struct Workers::Shared {
    std::atomic<std::uint64_t> opened = 0; // jobs so far; written with the mutex, looked at without it
    std::atomic<Index> busy = 0;           // threads that joined the open job and are not done; likewise
    std::mutex mutex;                      // of all below but the threads
    std::condition_variable_any wake;
    std::condition_variable idle;
    Tasks* open = nullptr;             // what a thread that wakes up may join
    Index places = 0;                  // threads that may still join it
    Index joined = 0;                  // that have
    std::vector<std::jthread> threads; // last: they use all of the above

    void work(const std::stop_token& quit) {
        std::unique_lock lock(mutex);
        while (wake.wait(lock, quit, [this] { return open != nullptr && places > 0; })) {
            Tasks& tasks = *open;
            --places;
            ++busy;
            const Index worker = ++joined;
            const std::uint64_t job = opened;
            lock.unlock();
            tasks.take(worker);
            lock.lock();
            if (--busy == 0) {
                idle.notify_one();
            }
            lock.unlock();
            look_for([&] { return opened != job; });
            lock.lock();
        }
    }
};

Workers::Workers(Index count)
    : count_(count)
    , shared_(std::make_unique<Shared>()) {
    HEADSCOPE_EXPECTS(count >= 1);
    try {
        for (Index i = 1; i < count; ++i) {
            shared_->threads.emplace_back(
                [shared = shared_.get()](const std::stop_token& quit) { shared->work(quit); });
        }
    } catch (const std::system_error&) { // no more threads: those that there are do it all
    }
}

Workers::~Workers() {
    for (std::jthread& thread : shared_->threads) {
        thread.request_stop(); // all at once; each is joined when its turn comes
    }
}

Result<void> Workers::for_each(Index tasks, Index workers, const Work& work) {
    Tasks all(tasks, work);
    const Index helpers = std::min({workers - 1, tasks - 1, static_cast<Index>(shared_->threads.size())});
    if (helpers <= 0) { // also where there is no task at all
        all.take(0);
        return all.outcome();
    }
    {
        const std::scoped_lock lock(shared_->mutex);
        shared_->open = &all;
        shared_->places = helpers;
        shared_->joined = 0;
        ++shared_->opened;
    }
    shared_->wake.notify_all();
    all.take(0);
    std::unique_lock lock(shared_->mutex);
    shared_->open = nullptr; // who has not begun by now need not
    lock.unlock();
    look_for([&] { return shared_->busy == 0; });
    lock.lock();
    shared_->idle.wait(lock, [this] { return shared_->busy == 0; });
    return all.outcome();
}

Result<void> for_each_task(Index tasks, Index workers, const Workers::Work& work) {
    return Workers(workers).for_each(tasks, workers, work);
}

} // namespace headscope
