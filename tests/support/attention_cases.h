#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "core/attention/attention.h"
#include "core/base/contract.h"
#include "core/base/random.h"

namespace headscope::testing {

/// (2 u - 1) * 1.7320508 for the stream (seed, name): mean 0, variance 1. tests/golden/make_goldens.py makes the same.
inline Tensor random_tensor(std::vector<Index> shape, std::uint64_t seed, std::string_view name) {
    Tensor tensor(std::move(shape));
    RandomStream(seed, name).fill_uniform(tensor.values());
    for (float& value : tensor.values()) {
        value = (2.0F * value - 1.0F) * 1.7320508F;
    }
    return tensor;
}

inline std::shared_ptr<const Tensor> random_input(Index batch, Index n, Index d_model, std::uint64_t seed,
                                                  std::string_view name) {
    return std::make_shared<const Tensor>(random_tensor({batch, n, d_model}, seed, name));
}

/// One X three times.
inline AttentionInput self_input(Index batch, Index n, Index d_model, std::uint64_t seed = 1) {
    const std::shared_ptr<const Tensor> X = random_input(batch, n, d_model, seed, "X");
    return {X, X, X};
}

inline AttentionInput cross_input(Index batch, Index n_q, Index n_k, Index d_model, std::uint64_t seed = 1) {
    return {random_input(batch, n_q, d_model, seed, "query"), random_input(batch, n_k, d_model, seed, "key"),
            random_input(batch, n_k, d_model, seed, "value")};
}

/// The parameters of a seed, queries times `gain`: so are the scores, which are about 0.3 at gain 1.
inline Parameters parameters_with_gain(Index d_model, std::uint64_t seed, float gain) {
    Parameters parameters = *random_parameters(d_model, seed);
    parameters.W_q.weight *= gain;
    parameters.W_q.bias *= gain;
    return parameters;
}

/// Every W the identity, every bias 0: Q, K, V and output are what goes in.
inline Parameters identity_parameters(Index d_model) {
    const Linear identity{Matrix::Identity(d_model, d_model), Vector::Zero(d_model)};
    return {identity, identity, identity, identity};
}

inline ModelDims dims_of(Index d_model, Index n_heads) {
    const Result<ModelDims> dims = ModelDims::create(d_model, n_heads);
    HEADSCOPE_EXPECTS(dims.has_value());
    return *dims;
}

/// (1, rows, columns) with these values.
inline std::shared_ptr<const Tensor> input_of(Index rows, Index columns, const std::vector<float>& values) {
    Tensor tensor({1, rows, columns});
    HEADSCOPE_EXPECTS(static_cast<Index>(values.size()) == tensor.size());
    std::ranges::copy(values, tensor.data());
    return std::make_shared<const Tensor>(std::move(tensor));
}

inline Mask matrix_mask(Index n_q, Index n_k, std::vector<std::uint8_t> visible, Index batches = 1) {
    return Mask::matrix(std::make_shared<const MaskMatrix>(MaskMatrix{batches, n_q, n_k, std::move(visible)}));
}

/// visible where u >= hidden_share, for the stream (seed, "mask"); the listed rows (of every batch) are fully masked.
inline Mask random_mask(Index batches, Index n_q, Index n_k, std::uint64_t seed, float hidden_share,
                        const std::vector<Index>& fully_masked_rows = {}) {
    std::vector<float> u(static_cast<std::size_t>(batches * n_q * n_k));
    RandomStream(seed, "mask").fill_uniform(u);
    std::vector<std::uint8_t> visible(u.size());
    for (std::size_t i = 0; i < u.size(); ++i) {
        visible[i] = u[i] >= hidden_share ? 1 : 0;
    }
    for (Index b = 0; b < batches; ++b) {
        for (const Index row : fully_masked_rows) {
            std::fill_n(visible.begin() + (b * n_q + row) * n_k, n_k, std::uint8_t{0});
        }
    }
    return matrix_mask(n_q, n_k, std::move(visible), batches);
}

inline bool same_bits(std::span<const float> a, std::span<const float> b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

/// Row i of batch b, head h of a (batch, heads, n_q, n_k) tensor.
inline std::span<const float> cells(const Tensor& t, Index b, Index h, Index i) {
    return t.values().subspan(static_cast<std::size_t>(((b * t.dim(1) + h) * t.dim(2) + i) * t.dim(3)),
                              static_cast<std::size_t>(t.dim(3)));
}

} // namespace headscope::testing
