#pragma once

#include <memory>
#include <span>
#include <string>

#include "core/attention/mask.h"
#include "core/base/error.h"
#include "core/base/tensor.h"

namespace headscope {

/// Reads a NumPy array file (format 1.0 to 3.0; bool, integers, float16/32/64; little- and big-endian; C and Fortran
/// order) and converts it to float32 in C order. Rank 0 to 4; a single number (rank 0) comes back with shape (1,).
/// Values that are not finite are kept. The header is checked against the file's length before anything is allocated.
/// Errors: file_*, npy_*, array_wrong_rank.
Result<Tensor> read_npy(const std::string& path);

/// An input of the article's forward(): (n, d_model) or (batch, n, d_model), float32 or float64, all values finite as
/// float32. Always returned with a batch axis. Errors: as read_npy, and array_wrong_rank, array_empty,
/// array_not_finite, npy_unsupported_type (integers, float16). Shapes and indices in errors are the file's own.
struct NpyInput {
    std::shared_ptr<const Tensor> values; ///< (batch, n, d_model)
    bool batched = false;                 ///< the file had a batch axis
};
Result<NpyInput> read_npy_input(const std::string& path);

/// (n_q, n_k) or (batch, n_q, n_k), any number or bool; 0 = hidden. A number is never rounded first: 2^-60 is visible.
/// Infinite values are refused with NaN, because they belong to masks that are added to scores, where 0 means visible.
/// Errors: as read_npy, and array_wrong_rank, array_empty, array_not_finite.
Result<std::shared_ptr<const MaskMatrix>> read_npy_mask(const std::string& path);

/// The bytes of a NumPy 1.0 file, '<f4', C order; as many values as the shape says (contract).
std::string npy_bytes(std::span<const Index> shape, std::span<const float> values);

} // namespace headscope
