#pragma once

#include <vector>

#include "core/cost/memory_cost.h"

namespace headscope {

/// A length at which two groups of tensors take the same number of bytes.
struct BreakEven {
    enum class Kind {
        scores_equal_row,  ///< n = d_k: one h x n x n tensor equals one n x d_model tensor
        half_of_peak,      ///< n = 2.5 d_k: in inference (5X + 2S) the scores are half of the peak
        flops_of_products, ///< n = 2 d_model: the n^2 products cost as many FLOPs as the projections
    };
    Kind kind;
    double seq_len = 0.0;
    std::string_view formula; ///< "n = d_k"
};

/// The three lines of the curves, for d_model and n_heads of the settings.
std::vector<BreakEven> break_evens(const CostSettings& settings);

/// d log(bytes) / d log(x) between two points of a curve: 0 flat, 1 proportional, 2 quadratic.
double local_slope(double x0, double y0, double x1, double y1);

} // namespace headscope
