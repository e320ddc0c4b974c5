#pragma once

#include <cstdint>

#include "core/kernels/panel.h"

namespace headscope {

/// The classes that 32 sequences should have at one position in one slot, or Batch::none.
struct LaneTargets {
    std::int32_t classes[panel_lanes];
};

/// The class with the largest logit in every lane, the first of equal ones. logits: (classes, 32).
LaneTargets largest_class(const float* logits, Index classes);

/// The sum of the cross-entropies -log softmax(logits)[target] of the lanes that have a target, in nats; the logits
/// become their gradient times `factor`, 0 in lanes without a target.
double cross_entropy(float* logits, Index classes, const LaneTargets& targets, float factor);

} // namespace headscope
