#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/tensor.h"

namespace headscope {

/// Token embedding, N(0, 1) in each dimension, a function of (seed, token text, dimension) alone: the same token has
/// the same vector in every text and on every machine. Fills `out` (d_model values).
void token_embedding(std::string_view token, std::uint64_t seed, std::span<float> out);

enum class Positions { none, sinusoidal };

/// Adds the sinusoidal positional encoding of `position` to `row` (d_model values), Vaswani et al. 2017, section 3.5:
/// PE(pos, 2i) = sin(pos / 10000^(2i/d_model)), PE(pos, 2i+1) = cos of the same angle. Computed in float64 without
/// libm, so that every machine agrees; rounded once to float32 before it is added.
void add_positional_encoding(Index position, std::span<float> row);

} // namespace headscope
