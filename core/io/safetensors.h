#pragma once

#include <memory>
#include <string>

#include "core/base/error.h"
#include "core/model/parameters.h"

namespace headscope {

/// Reads the article's parameters: W_q.weight, W_q.bias, ... W_o.bias, weights (d_model, d_model) as torch.nn.Linear
/// keeps them (out, in), biases (d_model); types F32, F64, F16, BF16. Other tensors in the file are ignored. All values
/// finite. Errors: file_*, safetensors_*, array_wrong_rank, array_wrong_shape, array_not_finite, d_model_out_of_range.
Result<std::shared_ptr<const Parameters>> read_parameters(const std::string& path);

/// d_model of the file, from its header alone. Errors: as read_parameters.
Result<Index> read_parameters_d_model(const std::string& path);

/// The bytes of a safetensors file with these parameters (F32, the article's names).
std::string safetensors_bytes(const Parameters& parameters);

} // namespace headscope
