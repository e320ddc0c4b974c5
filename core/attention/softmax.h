#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "core/attention/mask.h"

namespace headscope {

/// softmax of one row: weights[j] = exp(scores[j] - m) / sum, m the largest visible score. Hidden keys get exactly 0
/// (the article fills them with -1e9, whose exponential is 0 in float32); a row without a visible key follows `fill`.
/// Finite for every finite input; the result does not depend on a constant added to all scores.
/// An empty `visible` means that all keys are visible. weights may be the same memory as scores.
/// Returns whether the row was fully masked.
bool softmax_row(std::span<const float> scores, std::span<const std::uint8_t> visible, MaskFill fill,
                 std::span<float> weights);

/// A softmax that meets its row tile by tile.
struct OnlineRow {
    double sum = 0.0; ///< of exp(score - largest)
    float largest = -std::numeric_limits<float>::infinity();
    bool fully_masked = false; ///< the caller's
};

/// The next tile of a row: replaces every score by exp(score - largest), where `largest` is now the largest visible
/// score of this tile and those before, and hidden ones by 0; adds to `sum`. Returns the factor, 0 to 1, that turns
/// what was made with the largest score before into what it is now.
float online_softmax_tile(OnlineRow& row, std::span<const std::uint8_t> visible, std::span<float> scores);

} // namespace headscope
