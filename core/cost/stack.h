#pragma once

#include "core/cost/memory_cost.h"

namespace headscope {

/// Several equal layers, one after the other, each reading the output of the one before as query, key and value:
/// y = layer(y, y, y, mask). Counted as in MemoryCost: neither the stack's input nor the gradient that comes in.
///
/// The article's module in PyTorch: exact, equal to what was measured for 1 to 6 layers (tests/data/memory). In
/// training all layers keep what they saved until the backward pass has come down to them; every layer above the first
/// also makes the gradient of its input; the layers that it has left keep their parameters' gradients. Headscope's
/// engines: computed from one layer's figures by the same rules.
struct StackCost {
    Index layers = 1;
    Index parameters = 0; ///< a count
    Index parameter_bytes = 0;
    Index gradient_bytes = 0;
    Index optimizer_bytes = 0;
    Index peak_bytes = 0; ///< of forward and backward
    Index alive_after_forward_bytes = 0;
    Index step_peak_bytes = 0; ///< training: in the first AdamW step over all layers' parameters
};

/// layers >= 1 (contract). Error: cost_too_large.
Result<StackCost> stack_cost(const MemoryCost& layer, Index layers);

} // namespace headscope
