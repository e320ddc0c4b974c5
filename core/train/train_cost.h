#pragma once

#include "core/base/error.h"
#include "core/train/train_config.h"

namespace headscope {

/// FLOPs of one training step with `batch` sequences: matrix products alone, a multiplication and an addition two, the
/// backward pass twice the forward pass (see core/cost/transformer.h):
///   3 batch (L (8nd^2 + 4n^2d + 16nd^2 of the MLP) + 2nd read_outs classes).
/// The number of heads does not enter. What the mask hides and places that nobody asks are counted, though a trainer
/// may leave them out. Error: cost_too_large.
Result<Index> training_step_flops(const TrainModelConfig& config, Index batch);

} // namespace headscope
