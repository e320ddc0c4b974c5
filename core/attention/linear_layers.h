#pragma once

#include <atomic>
#include <span>

#include "core/attention/run_pace.h"
#include "core/attention/workers.h"
#include "core/model/packed_parameters.h"

namespace headscope {

/// One torch.nn.Linear of all rows of all batches: out = in * W^T + bias. out has the shape of in.
struct LinearLayer {
    const char* symbol;
    const Tensor* in;
    const PackedLinear* linear;
    Tensor* out;
    Index first_row = 0;  ///< rows before it, over all batches, are there already
    float largest = 0.0F; ///< |value| of the rows that were made, set by apply()
};

/// Several at once, so that threads are not idle between them. Errors: cancelled, result_not_finite (the first symbol
/// whose values are not).
Result<void> apply(std::span<LinearLayer> layers, Workers& workers, Index threads, RunPace& pace);

} // namespace headscope
