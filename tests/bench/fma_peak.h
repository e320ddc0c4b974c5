#pragma once

#include <span>

namespace headscope::bench {

/// Multiply-adds in registers alone: what no program on one core of this machine can pass.
struct PeakLoop {
    const char* name; ///< "AVX2", as the engine names its instruction sets
    const char* what; ///< "AVX2 FMA"
    double flops;     ///< of one run, a multiply-add being two
    void (*run)();
};

/// Those that this processor has, the fastest last; none on processors other than x86-64.
std::span<const PeakLoop> peak_loops();

} // namespace headscope::bench
