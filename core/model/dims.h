#pragma once

#include <vector>

#include "core/base/error.h"
#include "core/base/tensor.h"

namespace headscope {

/// Validated sizes of one attention layer: d_model, n_heads and d_head = d_model / n_heads (d_k in the article).
/// create() is the only way to get one, so whoever holds it need not check again.
class ModelDims {
public:
    static constexpr Index largest_d_model = 8192;

    /// The article's module: d_model 512, 8 heads.
    ModelDims() = default;

    /// Errors: d_model_out_of_range, n_heads_out_of_range, heads_do_not_divide.
    static Result<ModelDims> create(Index d_model, Index n_heads);

    Index d_model() const { return d_model_; }
    Index n_heads() const { return n_heads_; }
    Index d_head() const { return d_model_ / n_heads_; }

    friend bool operator==(const ModelDims&, const ModelDims&) = default;

private:
    Index d_model_ = 512;
    Index n_heads_ = 8;
};

/// Errors: n_heads_out_of_range, heads_do_not_divide. d_model >= 1 (contract).
Result<void> check_heads(Index d_model, Index n_heads);

/// The numbers of heads that divide d_model, in rising order.
std::vector<Index> legal_head_counts(Index d_model);

/// The legal number of heads nearest to `wanted` as a ratio (16 for 12 of 1024: 16/12 is less than 12/8). Keeps
/// `wanted` where it is legal.
Index nearest_head_count(Index d_model, Index wanted);

} // namespace headscope
