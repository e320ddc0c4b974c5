#pragma once

#include <vector>

#include "core/engine/snapshot.h"

namespace headscope {

/// Largest value of each head of Trace::attention(), over all batches.
std::vector<HeadSummary> summarise_heads(const Trace& trace);

/// Largest |sum of a row of weights - 1|, summed in float64; rows of zeros (MaskFill::zero) left out.
double largest_row_sum_error(const Tensor& weights);

} // namespace headscope
