#pragma once

#include <cmath>
#include <limits>

#include "tests/bench/problem.h"

namespace headscope::bench {

inline constexpr double no_goal = std::numeric_limits<double>::quiet_NaN();

/// What is wanted of the engine on Zen 4 with one thread. Ratios: their time divided by ours.
struct Goal {
    Case size;
    double multihead = no_goal; ///< torch.nn.MultiheadAttention
    double article = no_goal;   ///< the article's module in PyTorch
    double peak = no_goal;      ///< share of the measured peak, with weights
    double blocked_peak = no_goal;
};

inline constexpr Goal goals[] = {
    {{8, 512, 8}, 2.8},
    {{32, 512, 8}, 1.5, no_goal, 0.90, 0.88},
    {{128, 512, 8}, 1.2, no_goal, 0.90, 0.88},
    {{512, 512, 8}, 1.2, 2.0, 0.84, 0.88},
    {{1024, 512, 8}, 1.65, no_goal, 0.84, 0.88},
    {{2048, 512, 8}, 1.9, 2.7, no_goal, 0.85},
    {{2048, 512, 32}, 3.5, 10.0},
    {{2048, 512, 64}, 7.0},
    {{8, 64, 8}, 11.0},
    {{128, 64, 8}, 2.2},
    {{2048, 64, 8}, 5.0},
};

struct CausalGoal {
    Index n;
    double unmasked = no_goal;  ///< our time without the mask divided by that with it
    double multihead = no_goal; ///< torch.nn.MultiheadAttention's time with the mask divided by ours
};

inline constexpr CausalGoal causal_goals[] = {
    {512, no_goal, 2.0},
    {1024, 1.25, 2.6},
    {2048, 1.35, 3.5},
    {4096, 1.6, no_goal},
};

inline constexpr double trace_goal = 1.5;   ///< time of the full trace divided by that of weights alone, at most
inline constexpr double threads_goal = 1.9; ///< time of one thread divided by that of two, from n = 128
inline constexpr double avx2_goal = 1.08;   ///< time with AVX2 divided by the best, at most
inline constexpr double baseline_goal = 3.0;
inline constexpr double long_input_goal = 1.1;     ///< time divided by the quadratic law's, at most
inline constexpr double long_input_megabytes = 80; ///< beyond input, Q, K, V and output, at most

} // namespace headscope::bench
