#pragma once

#include <vector>

#include "tests/bench/comparison.h"
#include "tests/bench/report.h"

namespace headscope::bench {

struct Measured {
    Case size;
    Timings timings;
};

// What Comparison::measure() found.
void times_table(Report& report, const std::vector<Measured>& measured, const std::vector<Yardstick>& yardsticks);
void ratios_table(Report& report, const std::vector<Measured>& measured, const std::vector<Yardstick>& yardsticks);
void peak_table(Report& report, const std::vector<Measured>& measured);
void levels_table(Report& report, const std::vector<Measured>& measured);
void avx2_table(Report& report, const std::vector<Measured>& measured, const std::vector<Yardstick>& yardsticks);
/// What Comparison::measure_causal() found.
void causal_table(Report& report, const std::vector<Measured>& measured, const std::vector<Yardstick>& yardsticks);

// Sections that measure by themselves.
void long_input(Report& report, Count count);       ///< 16,384 tokens without weights: time and memory
void pytorch_settings(Report& report, Count count); ///< what allocator and BLAS do to PyTorch

} // namespace headscope::bench
