#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/tensor.h"

namespace headscope {

/// Token embedding, N(0, 1) in each dimension, a function of (seed, token text, dimension) alone: the same token has
/// the same vector in every text and on every machine. Fills `out` (d_model values); a smaller d_model gives the first
/// values of a larger one.
void token_embedding(std::string_view token, std::uint64_t seed, std::span<float> out);

enum class Positions { none, sinusoidal };

/// The sinusoidal positional encoding, Vaswani et al. 2017, section 3.5: PE(pos, 2i) = sin(pos / 10000^(2i/d_model)),
/// PE(pos, 2i+1) = cos of the same angle; an odd d_model ends with a sine. Computed in float64 without libm, so that
/// every machine agrees, and rounded once to float32: within 4e-8 of the true value.
class PositionalEncoding {
public:
    static constexpr Index largest_position = 1'000'000;

    explicit PositionalEncoding(Index d_model);

    /// Adds the encoding of `position` (0..largest_position, contract) to `row` (d_model values).
    void add(Index position, std::span<float> row) const;

private:
    Index d_model_;
    std::vector<double> frequencies_; ///< 10000^(-2i/d_model)
};

/// PositionalEncoding(row.size()).add(position, row): for many rows, keep one PositionalEncoding.
void add_positional_encoding(Index position, std::span<float> row);

} // namespace headscope
