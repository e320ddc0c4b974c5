#pragma once

#include <algorithm>
#include <limits>

#include "core/base/tensor.h"
#include "core/kernels/product.h"

namespace headscope {

// How the engines cut their work, and so how large their buffers are: shared by the engines (core/attention) and by the
// models of their memory (core/cost), so that the two cannot drift apart. No size overflows, however absurd.

/// Pieces of about 10 ms on one core, between which a stop is answered.
constexpr Index multiplications_a_piece = Index{1} << 27;

/// Floats in the buffer of a matrix product.
constexpr Index packed_floats = Multiplier::packed_floats;

constexpr Index rows_a_piece(Index multiplications_a_row) {
    return std::max<Index>(4, multiplications_a_piece / std::max<Index>(1, multiplications_a_row));
}

constexpr Index saturated_product(Index a, Index b) {
    Index product = 0;
    return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<Index>::max() : product;
}

constexpr Index ceil_divided(Index a, Index b) {
    return a / b + (a % b != 0 ? 1 : 0);
}

/// How the heads of one run are cut: a task is one head of one batch for a block of query rows.
struct HeadTasks {
    Index query_rows = 1; ///< of a task; the last block may have fewer
    Index blocks = 1;     ///< of query rows
    Index count = 1;      ///< batch * blocks * n_heads

    /// More threads than tasks have nothing to do, and get no buffers.
    constexpr Index workers(Index threads) const { return std::min(threads, count); }
};

constexpr HeadTasks head_tasks(Index batch, Index n_heads, Index n_q, Index query_rows) {
    const Index blocks = ceil_divided(n_q, query_rows);
    return {query_rows, blocks, saturated_product(saturated_product(batch, n_heads), blocks)};
}

/// Of attend(): whole rows of scores, shared masks and not too much work at a time. Every size is 1 or more.
constexpr HeadTasks materialised_tasks(Index batch, Index n_heads, Index n_q, Index n_k, Index d_head) {
    constexpr Index most_rows = 128;
    return head_tasks(batch, n_heads, n_q, std::min({most_rows, rows_a_piece(saturated_product(n_k, d_head)), n_q}));
}

/// Of blocked_attend(): 64 x 128 scores, 32 KiB, stay in the first-level cache.
constexpr HeadTasks blocked_tasks(Index batch, Index n_heads, Index n_q) {
    constexpr Index most_rows = 64;
    return head_tasks(batch, n_heads, n_q, std::min(most_rows, n_q));
}

/// Keys of a tile: a multiple of 4 (dropout's random numbers), and as deep as a product's own blocks.
constexpr Index blocked_key_rows(Index n_k) {
    constexpr Index most_rows = 128;
    return std::min(most_rows, n_k);
}

/// Bytes that the online softmax keeps of a row.
constexpr Index online_row_bytes = 16;

} // namespace headscope
