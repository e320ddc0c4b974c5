#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <vector>

#include "core/attention/attention.h"
#include "core/attention/panel_mask.h"
#include "core/kernels/panel.h"

namespace headscope {

/// What the heads of a run are made from.
struct HeadInputs {
    const Tensor& Q;
    const Tensor& K;
    const Tensor& V;
    const ModelDims& dims;
    const AttentionSettings& settings;
    bool scores_may_overflow; ///< then every score is looked at
    float exponential_scale;  ///< see below

    Index n_q() const { return Q.dim(1); }
    Index n_k() const { return K.dim(1); }
};

/// What exponentials are multiplied with before they meet values, because a sum over n_k keys, of which each counts for
/// at most 1 before it is divided by the sum of them all, could pass float32 though the weighted mean does not: nearly
/// always 1, else a power of two, which leaves the bits of all but the smallest numbers (below 1e-33) as they are.
float exponential_scale(float largest_V, Index n_k);

/// Rows first .. first + count - 1 of head h of batch b.
struct HeadRows {
    Index b, h, first, count;
};

/// One head for 32 queries at a time, with all their weights at hand: scores, weights and the head's output lie
/// transposed, a lane a query. One worker's own; all memory is taken before the work begins.
class HeadPanels {
public:
    HeadPanels(const HeadInputs& inputs, const std::shared_ptr<std::pmr::memory_resource>& memory);

    /// Scores of up to 32 rows, for all keys where `all_keys`, else for those that are visible to any of them.
    /// Error: result_not_finite(scores).
    Result<void> make_scores(const HeadRows& rows, bool all_keys);
    /// (count, n_k), all keys, before the mask is filled.
    void write_scores(float* to, bool past_cache) const;
    /// Turns the scores into weights. With dropout they become divided by their sum first (see write_weights()).
    void make_weights();
    void write_weights(float* to, bool past_cache) const { write_cells(to, past_cache, divisors_); }
    /// Drops cells; weights are to be written before. Without dropout nothing changes.
    void drop();
    void write_dropped(float* to, bool past_cache) const { write_cells(to, past_cache, kept_factors_); }
    /// Tiles of what attention() is of these rows: `largest` and `mean` begin at their first row of tiles.
    void write_map(Index tile, float* largest, float* mean, Index tiles_a_row);
    /// The head's output, rows `row_step` apart; last, since the cells may be scaled for it.
    void write_values(float* to, Index row_step);

    Index fully_masked_rows() const { return __builtin_popcount(mask_.fully_masked); }

private:
    void weigh_all_keys_alike();
    void write_cells(float* to, bool past_cache, const PanelRow& factors) const;
    const PanelRow& output_factors() const { return inputs_.settings.dropout > 0.0 ? kept_factors_ : divisors_; }

    const HeadInputs& inputs_;
    Tensor queries_; // (d_k, 32)
    Tensor cells_;   // (n_k, 32)
    Tensor output_;  // (d_k, 32)
    std::pmr::vector<std::uint32_t> visible_;
    std::pmr::vector<std::uint8_t> keep_;
    HeadRows rows_{};
    PanelMask mask_;
    Index masked_block_ = -1; // what visible_ and mask_ belong to: batch and first row
    Index end_ = 0;           // of the keys that have a weight
    PanelRow divisors_;       // what makes cells_ weights
    PanelRow kept_factors_;   // and those after dropout
};

/// One head for up to four panels of queries, block of keys by block of keys: softmax with a running maximum (Milakov &
/// Gimelshein 2018; Dao et al. 2022).
class OnlineHeadPanels {
public:
    OnlineHeadPanels(const HeadInputs& inputs, const std::shared_ptr<std::pmr::memory_resource>& memory);

    /// Writes the rows' part of concat and of log-sum-exp. Error: result_not_finite(scores).
    Result<void> run(const HeadRows& rows, float* concat, Index row_step, float* log_sum_exp);

    Index fully_masked_rows() const { return fully_masked_rows_; }

private:
    struct Panel {
        HeadRows rows{};
        PanelMask mask;
        bool begun = false; // output_ holds something
        PanelRow largest, sums;
    };
    Result<void> begin(Panel& panel, const HeadRows& rows, Index number);
    Result<void> check_scores(const Panel& panel, Index number);
    Result<void> add_keys(Panel& panel, Index number, Index key, Index count);
    void hide_keys(const Panel& panel, Index key, Index count);
    void end(const Panel& panel, Index number, float* concat, Index row_step, float* log_sum_exp);
    float* queries(Index number) { return queries_.data() + number * inputs_.dims.d_head() * panel_lanes; }
    float* output(Index number) { return output_.data() + number * inputs_.dims.d_head() * panel_lanes; }
    std::span<std::uint32_t> visible(Index number);

    const HeadInputs& inputs_;
    Tensor queries_; // (panels, d_k, 32)
    Tensor cells_;   // (keys of a block, 32)
    Tensor output_;  // (panels, d_k, 32)
    std::pmr::vector<std::uint32_t> visible_;
    std::pmr::vector<std::uint8_t> keep_;
    std::vector<Panel> panels_;
    Index fully_masked_rows_ = 0;
};

} // namespace headscope
