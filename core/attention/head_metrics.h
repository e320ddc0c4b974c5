#pragma once

#include <optional>
#include <vector>

#include "core/attention/mask.h"
#include "core/base/tensor.h"

namespace headscope {

/// What a head looks at, in a few numbers: means over the rows (queries) of all batches, summed in float64. w_ij is the
/// weight of key j for query i after the softmax. Query i stands at key p = i + n_k - n_q, as the causal mask has it.
/// Rows in which no key is visible look at nothing and are left out.
struct HeadMetrics {
    /// H_i = -sum_j w_ij ln w_ij in nats, 0 ln 0 = 0: 0 where one key has it all, ln v where all v visible keys share.
    double entropy = 0.0;
    /// H_i / ln v_i, 0 to 1, over rows that see v_i >= 2 keys; none where there is no such row.
    std::optional<double> relative_entropy;
    /// sum_j w_ij |p - j|, in tokens.
    double distance = 0.0;
    /// w_ip, the query's own token; over rows with p >= 0.
    std::optional<double> self;
    /// w_i(p-1), the token before; over rows with p >= 1.
    std::optional<double> previous;
    /// w_i0, the first token.
    double first = 0.0;
    /// max_j w_ij.
    double largest = 0.0;
    Index rows = 0; ///< that the means are over; 0: every figure is 0 or none
};

/// One for each head. `weights` is (batch, heads, n_q, n_k), Trace::weights; the mask is the one they were made with
/// and fits them.
std::vector<HeadMetrics> head_metrics(const Tensor& weights, const Mask& mask);

} // namespace headscope
