#pragma once

#include <cstdint>
#include <span>

#include "core/attention/mask.h"

namespace headscope {

/// softmax of one row: weights[j] = exp(scores[j] - m) / sum, m the largest visible score. Hidden keys get exactly 0
/// (the article fills them with -1e9, whose exponential is 0 in float32); a row without a visible key follows `fill`.
/// Finite for every finite input; the result does not depend on a constant added to all scores.
/// An empty `visible` means that all keys are visible. weights may be the same memory as scores. The same operations as
/// in attend(), of whose panels the row is the only lane.
/// Returns whether the row was fully masked.
bool softmax_row(std::span<const float> scores, std::span<const std::uint8_t> visible, MaskFill fill,
                 std::span<float> weights);

} // namespace headscope
