#include "tests/bench/rounds.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <utility>

#include <ctime>

namespace headscope::bench {

namespace {

constexpr double turn_seconds = 4e-3;

int calls_in_turn(double seconds_of_call) {
    return static_cast<int>(std::clamp(turn_seconds / seconds_of_call, 1.0, 1000.0));
}

double turn(const Contender& contender, int calls, Count count) {
    if (calls > 1) {
        contender.time(1);
    }
    const Elapsed elapsed = contender.time(calls);
    return (count == Count::processor && contender.one_thread ? elapsed.processor : elapsed.clock) / calls;
}

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

Timing timing_of(std::vector<double> values) {
    std::ranges::sort(values);
    return {values[values.size() / 2], values.front()};
}

} // namespace

Timing Timings::of(const std::string& name) const {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    const auto found = timings_.find(name);
    return found == timings_.end() ? Timing{none, none} : found->second;
}

Timings interleaved(const std::vector<Contender>& contenders, int rounds, Count count) {
    std::vector<int> calls;
    for (const Contender& c : contenders) {
        const double first = c.time(1).clock;
        calls.push_back(first > 10 * turn_seconds ? 1 : calls_in_turn(c.time(1).clock));
    }
    std::vector<std::vector<double>> seconds(contenders.size());
    std::vector<std::size_t> order(contenders.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::minstd_rand random(42);
    for (int round = 0; round < rounds; ++round) {
        std::ranges::shuffle(order, random);
        for (const std::size_t i : order) {
            seconds[i].push_back(turn(contenders[i], calls[i], count));
        }
    }
    Timings timings;
    for (std::size_t i = 0; i < contenders.size(); ++i) {
        timings.add(contenders[i].name, timing_of(seconds[i]));
    }
    return timings;
}

Contender contender(std::string name, std::function<void()> call) {
    return {
        std::move(name), [call = std::move(call)](int calls) {
            using Clock = std::chrono::steady_clock;
            const Clock::time_point start = Clock::now();
            const double processor = thread_seconds();
            for (int i = 0; i < calls; ++i) {
                call();
            }
            return Elapsed{std::chrono::duration<double>(Clock::now() - start).count(), thread_seconds() - processor};
        }};
}

} // namespace headscope::bench
