#include "core/model/catalogue.h"

#include <algorithm>
#include <limits>

#include "core/base/contract.h"

namespace headscope {

namespace {

using Shape = std::vector<Index>;

Shape query_shape(const CatalogueSizes& s) {
    return {s.batch, s.n_q, s.dims.d_model()};
}

Shape key_shape(const CatalogueSizes& s) {
    return {s.batch, s.n_k, s.dims.d_model()};
}

Shape weight_shape(const CatalogueSizes& s) {
    return {s.dims.d_model(), s.dims.d_model()};
}

Shape bias_shape(const CatalogueSizes& s) {
    return {s.dims.d_model()};
}

Shape cell_shape(const CatalogueSizes& s) {
    return {s.batch, s.dims.n_heads(), s.n_q, s.n_k};
}

constexpr std::string_view query_text = "batch x n_q x d_model";
constexpr std::string_view key_text = "batch x n_k x d_model";
constexpr std::string_view weight_text = "d_model x d_model";
constexpr std::string_view bias_text = "d_model";
constexpr std::string_view cell_text = "batch x n_heads x n_q x n_k";

constexpr std::string_view uniform = "uniform in [-1/sqrt(d_model), 1/sqrt(d_model)) or from a file";

TensorInfo input(std::string_view symbol, std::string_view shape_text, std::string_view formula,
                 Shape (*shape)(const CatalogueSizes&)) {
    return {symbol, shape_text, formula, TensorRole::input, HeadScaling::none, shape};
}

TensorInfo weight(std::string_view symbol) {
    return {symbol, weight_text, uniform, TensorRole::parameter, HeadScaling::none, weight_shape};
}

TensorInfo bias(std::string_view symbol) {
    return {symbol, bias_text, uniform, TensorRole::parameter, HeadScaling::none, bias_shape};
}

TensorInfo rows(std::string_view symbol, std::string_view shape_text, std::string_view formula,
                Shape (*shape)(const CatalogueSizes&)) {
    return {symbol, shape_text, formula, TensorRole::activation, HeadScaling::none, shape};
}

TensorInfo cells(std::string_view symbol, std::string_view formula) {
    return {symbol, cell_text, formula, TensorRole::activation, HeadScaling::linear, cell_shape};
}

std::vector<TensorInfo> make_catalogue() {
    return {
        input("X", query_text, "embedding + position; query = key = value = X in self-attention", query_shape),
        input("query", query_text, "given, or X", query_shape),
        input("key", key_text, "given, or X", key_shape),
        input("value", key_text, "given, or X", key_shape),
        weight("W_q.weight"),
        bias("W_q.bias"),
        rows("Q", query_text, "query W_q^T + b_q", query_shape),
        weight("W_k.weight"),
        bias("W_k.bias"),
        rows("K", key_text, "key W_k^T + b_k", key_shape),
        weight("W_v.weight"),
        bias("W_v.bias"),
        rows("V", key_text, "value W_v^T + b_v", key_shape),
        cells("scores", "Q K^T / (sqrt(d_k) * temperature)"),
        cells("weights", "softmax(scores where the mask is 1, -1e9 where it is 0)"),
        cells("dropped", "weights * keep / (1 - p)"),
        rows("concat", query_text, "(dropped or weights) V, the heads side by side", query_shape),
        weight("W_o.weight"),
        bias("W_o.bias"),
        rows("output", query_text, "concat W_o^T + b_o", query_shape),
    };
}

} // namespace

const std::vector<TensorInfo>& tensor_catalogue() {
    static const std::vector<TensorInfo> catalogue = make_catalogue();
    return catalogue;
}

const TensorInfo& tensor_info(std::string_view symbol) {
    const std::vector<TensorInfo>& all = tensor_catalogue();
    const auto found = std::ranges::find(all, symbol, &TensorInfo::symbol);
    HEADSCOPE_EXPECTS(found != all.end());
    return *found;
}

Result<Index> tensor_bytes(const TensorInfo& info, const CatalogueSizes& sizes) {
    Index bytes = static_cast<Index>(sizeof(float));
    for (const Index dim : info.shape(sizes)) {
        if (__builtin_mul_overflow(bytes, dim, &bytes)) {
            return fail(ErrorCode::needs_too_much_memory, std::numeric_limits<Index>::max(),
                        std::numeric_limits<Index>::max());
        }
    }
    return bytes;
}

} // namespace headscope
