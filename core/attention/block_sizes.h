#pragma once

#include <algorithm>
#include <limits>

#include "core/base/whole_numbers.h"
#include "core/kernels/panel.h"

namespace headscope {

// How the engine cuts its work, and so how large its buffers are: shared by the engine (core/attention) and by the
// model of its memory (core/cost), so that the two cannot drift apart. No size overflows, however absurd.

/// Rows that a task of a linear layer takes: with d_model 512 they stay in the second-level cache.
constexpr Index linear_rows_a_task = 192;

/// Keys that the blocked path takes at a time: as deep as a product's own blocks, and a multiple of 4 (dropout's random
/// numbers). 128 x 32 scores, 16 KiB, stay in the first-level cache.
constexpr Index blocked_keys(Index n_k) {
    return std::min(depth_block, n_k);
}

/// Panels of 32 queries that the blocked path takes at a time, so that keys and values are read from far less often.
constexpr Index blocked_panels(Index n_q) {
    constexpr Index most = 4;
    return std::min(most, ceil_divided(n_q, panel_lanes));
}

/// How the heads of one run are cut: a task is one head of one batch for a block of query rows.
struct HeadTasks {
    Index query_rows = 1; ///< of a task; the last block may have fewer
    Index blocks = 1;     ///< of query rows
    Index count = 1;      ///< batch * blocks * n_heads
};

/// `panels` of 32 queries a task. Every size is 1 or more.
constexpr HeadTasks head_tasks(Index batch, Index n_heads, Index n_q, Index panels) {
    const Index blocks = ceil_divided(n_q, panels * panel_lanes);
    return {panels * panel_lanes, blocks, saturated_product(saturated_product(batch, n_heads), blocks)};
}

/// Multiplications of the whole forward pass; saturated.
constexpr Index multiplications(Index batch, Index n_q, Index n_k, Index d_model) {
    const auto sum = [](Index a, Index b) {
        Index total = 0;
        return __builtin_add_overflow(a, b, &total) ? std::numeric_limits<Index>::max() : total;
    };
    const Index rows = saturated_product(2, sum(n_q, n_k));
    const Index linear = saturated_product(rows, saturated_product(d_model, d_model));
    const Index heads = saturated_product(saturated_product(2, d_model), saturated_product(n_q, n_k));
    return saturated_product(batch, sum(linear, heads));
}

/// Threads that a run is worth, of those there are: below about a millisecond of work one is faster than two.
constexpr Index threads_of_run(Index threads, Index multiplications) {
    constexpr Index worth_a_thread = Index{1} << 26;
    return multiplications < worth_a_thread ? 1 : threads;
}

/// Threads that one look at every cell of some matrices is worth, of those there are.
constexpr Index threads_of_cells(Index threads, Index cells) {
    constexpr Index worth_a_thread = Index{1} << 18;
    return cells < worth_a_thread ? 1 : threads;
}

} // namespace headscope
