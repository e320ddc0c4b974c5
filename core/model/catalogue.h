#pragma once

#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/model/dims.h"

namespace headscope {

/// Sizes that the catalogue's shapes are evaluated for.
struct CatalogueSizes {
    ModelDims dims;
    Index batch = 1;
    Index n_q = 0;
    Index n_k = 0;
};

enum class TensorRole { input, parameter, activation };
enum class HeadScaling { none, linear, inverse };

/// One tensor of the article's module. All text is as in the literature and is not translated.
struct TensorInfo {
    std::string_view symbol;     ///< "W_q.weight", "Q", "scores": also the name in files
    std::string_view shape_text; ///< "batch x n_heads x n_q x n_k"
    std::string_view formula;    ///< "Q K^T / (sqrt(d_k) * temperature)"
    TensorRole role = TensorRole::activation;
    HeadScaling scales_with_heads = HeadScaling::none; ///< of its size in bytes, at fixed d_model
    std::vector<Index> (*shape)(const CatalogueSizes&) = nullptr;
};

/// All tensors, in the order in which the forward pass needs them. The one list that shapes on screen, cost and tests
/// share.
const std::vector<TensorInfo>& tensor_catalogue();
/// The entry with this symbol (contract: it exists).
const TensorInfo& tensor_info(std::string_view symbol);
/// Bytes in float32. Error: needs_too_much_memory where they pass 63 bits.
Result<Index> tensor_bytes(const TensorInfo& info, const CatalogueSizes& sizes);

} // namespace headscope
