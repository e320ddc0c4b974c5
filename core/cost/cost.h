#pragma once

#include "core/base/error.h"
#include "core/base/tensor.h"
#include "core/model/dims.h"

namespace headscope {

struct CostInput {
    ModelDims dims;
    Index batch = 1;
    Index n_q = 0;
    Index n_k = 0;
    bool self_attention = true;
    bool masked = false;
    bool dropout = false;
};

/// Sizes are exact: they follow from the tensor catalogue, and a test compares them with a real Trace.
struct Cost {
    Index parameters = 0; ///< a count: 4 d_model^2 + 4 d_model, whatever the number of heads
    Index parameter_bytes = 0;
    Index scores_bytes = 0;     ///< one (batch, h, n_q, n_k) float32 tensor: grows with the heads
    Index activation_bytes = 0; ///< all tensors that the engine keeps in a Trace
    /// Multiplications, additions, comparisons, divisions and exponentials of the article's dense algorithm, one each:
    /// 8Bnd^2 + 4Bn^2d - Bnd + Bhn^2(5 + m + r) - 2Bhn, m = 1 if masked, r = 1 if dropout is on (here for n_q = n_k =
    /// n).
    Index flops_forward = 0;
    Index flops_with_heads = 0; ///< the part of flops_forward that grows with h
};

/// Errors: needs_too_much_memory where a size passes 63 bits.
Result<Cost> forward_cost(const CostInput& input);

} // namespace headscope
