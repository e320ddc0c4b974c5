#pragma once

#include <functional>

#include "core/base/error.h"
#include "core/base/tensor.h"

namespace headscope {

/// Does tasks 0 .. tasks-1, each once, on `workers` threads; worker 0 is the calling thread. Each worker takes the next
/// task that nobody has taken, so its own tasks come in rising order. Returns when all workers have. After a failure or
/// an exception no further task begins; the first exception is thrown again, else the first failure is returned.
/// Where the machine gives fewer threads, fewer do the work.
Result<void> for_each_task(Index tasks, Index workers,
                           const std::function<Result<void>(Index worker, Index task)>& work);

} // namespace headscope
