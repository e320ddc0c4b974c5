#pragma once

#include "core/cost/memory_cost.h"

namespace headscope {

/// Several equal layers, one after the other, each reading the output of the one before: computed, not measured.
struct StackCost {
    Index layers = 1;
    Index parameters = 0; ///< a count
    Index parameter_bytes = 0;
    Index gradient_bytes = 0;
    Index optimizer_bytes = 0;
    Index peak_bytes = 0; ///< inference: of one layer, and its input where a layer made it; training: all layers' saved
                          ///< tensors, and the last one's peak
    Index alive_after_forward_bytes = 0;
};

/// layers >= 1 (contract). Error: cost_too_large.
Result<StackCost> stack_cost(const MemoryCost& layer, Index layers);

} // namespace headscope
