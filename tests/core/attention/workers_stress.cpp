// Thousands of short jobs for threads that come late, leave early or have nothing to do. Compiled with ThreadSanitizer,
// with nothing but what it tests, so that every access is seen.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "core/attention/workers.h"

using namespace headscope;

namespace {

// xorshift64: what is drawn does not matter, that it is the same every time does.
class Draws {
public:
    Index below(Index limit) {
        state_ ^= state_ << 13U;
        state_ ^= state_ >> 7U;
        state_ ^= state_ << 17U;
        return static_cast<Index>(state_ % static_cast<std::uint64_t>(limit));
    }

private:
    std::uint64_t state_ = 88172645463325252U;
};

void expect(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "workers_stress: %s\n", what);
        std::exit(1);
    }
}

void one_job(Workers& workers, Draws& draws) {
    const Index tasks = draws.below(40);
    const Index threads = 1 + draws.below(5);
    const Index failing = draws.below(8) == 0 ? draws.below(40) : -1;
    const Index throwing = draws.below(8) == 0 ? draws.below(40) : -1;
    const Index work = draws.below(2000);
    std::vector<int> done(static_cast<std::size_t>(tasks)); // plain: each is one worker's, and for_each() orders them
    std::atomic<Index> sum = 0;
    bool thrown = false;
    Result<void> outcome;
    try {
        outcome = workers.for_each(tasks, threads, [&](Index worker, Index task) -> Result<void> {
            expect(worker >= 0 && worker < threads, "a worker beyond those asked for");
            for (Index i = 0; i < work; ++i) {
                sum.fetch_add(1, std::memory_order_relaxed);
            }
            ++done[static_cast<std::size_t>(task)];
            if (task == throwing) {
                throw std::runtime_error("thrown on purpose");
            }
            return task == failing ? Result<void>(fail(ErrorCode::cancelled)) : Result<void>();
        });
    } catch (const std::runtime_error&) {
        thrown = true;
    }
    const bool ends_early = (failing >= 0 && failing < tasks) || (throwing >= 0 && throwing < tasks);
    for (const int times : done) {
        expect(times == 1 || (times == 0 && ends_early), "a task that is not done exactly once");
    }
    expect(ends_early || (outcome.has_value() && !thrown && sum == tasks * work), "work that is lost");
    expect(!ends_early || thrown || !outcome.has_value(), "a failure that is lost");
}

} // namespace

int main() {
    Draws draws;
    for (int team = 0; team < 20; ++team) {
        Workers workers(1 + draws.below(5));
        for (int job = 0; job < 500; ++job) {
            one_job(workers, draws);
        }
    }
    return 0;
}
