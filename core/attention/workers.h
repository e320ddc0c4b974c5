#pragma once

#include <functional>
#include <memory>

#include "core/base/error.h"
#include "core/base/tensor.h"

namespace headscope {

/// Threads that wait for work. They take tasks by counting: whoever is free takes the next one, and the caller works
/// too and never waits for a thread that has not begun (on a busy machine that may take 40 ms). One caller at a time.
class Workers {
public:
    using Work = std::function<Result<void>(Index worker, Index task)>;

    /// `count` with the caller, 1 or more (contract). Where the machine gives fewer threads, there are fewer.
    explicit Workers(Index count);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    Index count() const { return count_; }

    /// Does tasks 0 .. tasks-1, each once, on at most `workers` threads; worker 0 is the caller. A worker's own tasks
    /// come in rising order. Returns when all are done. After a failure or an exception no further task begins; the
    /// first exception is thrown again, else the first failure is returned.
    Result<void> for_each(Index tasks, Index workers, const Work& work);

private:
    struct Shared;
    Index count_;
    std::unique_ptr<Shared> shared_;
};

/// The same with threads that are made for it.
Result<void> for_each_task(Index tasks, Index workers, const Workers::Work& work);

} // namespace headscope
