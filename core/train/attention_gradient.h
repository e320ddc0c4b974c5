#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/train/position_panels.h"

namespace headscope {

/// Positions are taken four by four: positions_at_once of them are a block.
constexpr Index positions_at_once = 4;

/// One attention layer of 32 sequences of n positions, all heads, forward and back. Q comes divided by sqrt(d_k).
struct AttentionPanels {
    Index n = 0;
    Index n_heads = 0;
    Index d_head = 0;
    bool causal = true;
    PositionPanels q, k, v, concat;
    Tensor weights; ///< n_heads matrices of (n, row_step())
    Tensor dropped; ///< weights * keep / (1 - p); empty without dropout

    /// Keys that some query of the block at `first` may see, to the end of a block.
    Index keys_of_block(Index first) const;
    Index keys_of_query(Index query) const { return causal ? query + 1 : n; }
    /// Floats from one query's cells to the next one's; odd as a PositionPanels' step.
    Index row_step() const { return (n | 1) * panel_lanes; }
    float* row(Tensor& cells, Index head, Index query) const { return cells.data() + (head * n + query) * row_step(); }
    const float* row(const Tensor& cells, Index head, Index query) const {
        return cells.data() + (head * n + query) * row_step();
    }
};

/// Which cells dropout drops: those of dropout_keep(seed, sequence, head, query, key).
struct TrainingDropout {
    double p = 0.0;
    std::uint64_t seed = 0;
    Index first_sequence = 0; ///< of the batch: lane 0
};

/// weights = softmax(q k^T), concat = weights v (or dropped v) of a head and a block of queries.
void attend(AttentionPanels& panels, Index head, Index first_query, const std::optional<TrainingDropout>& dropout);

/// What the way back needs beside what attend() left: the gradient of concat, and gradients to be made. `scores` is as
/// large as the weights.
struct AttentionGradients {
    PositionPanels concat, q, k, v;
    Tensor scores;
};

/// Gradients of the scores and, times `q_factor` (what Q was multiplied by), of the queries of a block.
void query_gradients(const AttentionPanels& panels, AttentionGradients& gradients, Index head, Index first_query,
                     float q_factor, double dropout);
/// Gradients of the keys and values of a block, once those of the scores are there. `blocks` are the first queries of
/// all blocks that attend() was asked for, rising.
void key_gradients(const AttentionPanels& panels, AttentionGradients& gradients, Index head, Index first_key,
                   const std::vector<Index>& blocks, bool with_dropout);

} // namespace headscope
