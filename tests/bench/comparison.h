#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/bench/engine_runs.h"
#include "tests/bench/problem.h"
#include "tests/bench/pytorch.h"
#include "tests/bench/rounds.h"
#include "tests/bench/yardstick.h"

namespace headscope::bench {

/// Names of contenders in Timings. Besides: a yardstick's key, PyTorch's modules by theirs, level_name(), peak_name().
inline const std::string engine_weights = "weights";       ///< weights and output wanted
inline const std::string engine_trace = "trace";           ///< scores too
inline const std::string engine_blocked = "blocked";       ///< output alone
inline const std::string engine_two_threads = "2 threads"; ///< as engine_weights
inline const std::string engine_unmasked = "unmasked";     ///< as engine_weights, without the causal mask
inline const std::string multihead_as_installed = "multihead as installed";
std::string level_name(const std::string& level); ///< engine_weights with this instruction set
std::string peak_name(const std::string& loop);

/// Everything that a problem is given to, opened once.
class Comparison {
public:
    Comparison(int rounds, Count count);

    const std::vector<Yardstick>& yardsticks() const { return yardsticks_; }
    /// Null where it is not installed.
    PyTorch* pytorch() const { return pytorch_.get(); }

    /// All of them without a mask.
    Timings measure(const Case& c);
    /// The engine with and without the causal mask, the others with it.
    Timings measure_causal(const Case& c);
    /// Whether everything computed the same output, where that was compared (at 512 tokens and less).
    bool agrees() const { return agrees_; }

private:
    void add_others(std::vector<Contender>& contenders, Problem& problem, bool causal);
    void compare_outputs(Problem& problem, bool causal);

    int rounds_;
    Count count_;
    std::vector<Yardstick> yardsticks_;
    std::unique_ptr<PyTorch> pytorch_;
    std::unique_ptr<PyTorch> pytorch_as_installed_;
    bool agrees_ = true;
};

/// Environments for PyTorch, with one thread. Fresh pages of memory cost it more than arithmetic on some machines, so
/// it is compared with its memory as good as the C library can make it, and as Debian installs it.
std::vector<std::string> pytorch_with_good_memory();
std::vector<std::string> pytorch_as_installed();

} // namespace headscope::bench
