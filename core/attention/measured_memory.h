#pragma once

#include "core/base/tensor.h"

namespace headscope {

/// What a run really allocated, counted by a CountingResource: all tensors and buffers of the forward pass, in the
/// bytes asked for. Not counted, as in the PyTorch reference: input, parameters and the caller's mask; nor what is not
/// a tensor (shapes, the threads' stacks).
struct MeasuredMemory {
    Index peak_bytes = 0;  ///< the most at one time
    Index alive_bytes = 0; ///< after the run: what the result keeps

    friend bool operator==(const MeasuredMemory&, const MeasuredMemory&) = default;
};

} // namespace headscope
