#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "core/base/error.h"
#include "core/model/parameters.h"

namespace headscope {

/// Reads the article's parameters: W_q.weight, W_q.bias, ... W_o.bias, weights (d_model, d_model) as torch.nn.Linear
/// keeps them (out, in), biases (d_model,); types F32, F64, F16, BF16. d_model is that of W_q.weight. Other tensors in
/// the file are ignored, once the file as a whole is known to keep the format's rules. All values finite as float32.
/// Errors: file_*, safetensors_*, array_wrong_rank, array_wrong_shape, array_not_finite (of "path: tensor"),
/// d_model_out_of_range, cancelled (asked for between tensors: the largest have 256 MiB).
Result<std::shared_ptr<const Parameters>> read_parameters(const std::string& path, const std::stop_token& stop = {});

/// d_model of the file, from its header alone: values are neither read nor checked. Errors: as read_parameters.
Result<Index> read_parameters_d_model(const std::string& path);

/// The bytes of a safetensors file with these parameters (F32, the article's names).
std::string safetensors_bytes(const Parameters& parameters);

} // namespace headscope
