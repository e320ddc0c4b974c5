#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/bench/attention_problem.h"

namespace headscope::bench {

/// One of the shared objects that `headscope_yardsticks` builds.
struct Yardstick {
    std::string key;  ///< of the file: "eigen-x86-64-v3"
    std::string name; ///< "Eigen 3.4.0 for x86-64-v3"
    void (*attend)(const AttentionProblem* problem);
};

/// "x86-64-v4", "x86-64-v3", "baseline": those of the yardsticks' levels that this processor has, the highest first.
std::vector<std::string> processor_levels();

/// Those that were built and that this processor can run: Eigen's at every level, OpenBLAS's at the highest.
std::vector<Yardstick> yardsticks();

} // namespace headscope::bench
