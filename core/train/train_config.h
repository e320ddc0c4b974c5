#pragma once

#include <cstdint>

#include "core/base/error.h"
#include "core/model/dims.h"
#include "core/train/task.h"

namespace headscope {

enum class TrainPositions { none, learned, sinusoidal };

/// A small transformer that can be trained: x = sum of embeddings (+ positions); in each layer x += attention(x), then
/// x += MLP(x) where there is one; logits = x W_read^T + b. With layer_norm each part reads LayerNorm(x), and so does
/// the read-out (pre-LayerNorm, eps 1e-5, gain and bias). The MLP is W_2 relu(W_1 x + b_1) + b_2 with 4 d_model inside.
struct TrainModelConfig {
    TaskShape shape;
    ModelDims dims;
    Index layers = 1;
    bool layer_norm = false;
    bool mlp = false;
    bool biases = false; ///< of W_q, W_k, W_v, W_o: the article's module has them, the tasks' models do not
    TrainPositions positions = TrainPositions::none;
    bool causal = true;
    double dropout = 0.0;       ///< of the weights, in step() alone; 0 <= p < 1
    float embedding_std = 0.5F; ///< embeddings and learned positions start as N(0, embedding_std^2)

    Index hidden() const { return 4 * dims.d_model(); } ///< width inside the MLP

    friend bool operator==(const TrainModelConfig&, const TrainModelConfig&) = default;
};

/// Errors: dropout_out_of_range, cost_size_not_positive ("layers", a size of the shape), needs_too_much_memory.
Result<void> check(const TrainModelConfig& config);

} // namespace headscope
