#pragma once

#include <span>

#include "core/attention/attention.h"

namespace headscope {

bool all_finite(std::span<const float> values);

/// sqrt(d_k) * temperature, by which scores are divided.
float score_divisor(const ModelDims& dims, const AttentionSettings& settings);

/// Whether such a run takes the blocked path: nothing is wanted of it that needs all the weights of a row at hand.
bool is_blocked(const Wanted& wanted);

/// Shapes of input and parameters agree with dims (contract), settings and mask are right.
/// Errors: temperature_out_of_range, dropout_out_of_range, array_wrong_shape (the mask).
Result<void> check_forward(const AttentionInput& input, const PackedParameters& parameters, const ModelDims& dims,
                           const AttentionSettings& settings);

} // namespace headscope
