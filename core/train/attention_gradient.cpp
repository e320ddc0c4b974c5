#include "core/train/attention_gradient.h"

#include <algorithm>
#include <limits>

#include "core/base/random.h"
#include "core/train/lane_array.h"

namespace headscope {

namespace {

/// A head's part of the vectors from a position on: rows are positions, columns its d_head numbers.
LaneMatrix vectors_of(const PositionPanels& panels, Index position, Index head, Index d_head) {
    return {panels.at(position) + head * d_head * panel_lanes, panels.step(), panel_lanes};
}

LaneMatrix transposed(LaneMatrix matrix) {
    return {matrix.values, matrix.column_step, matrix.row_step};
}

float* head_of(PositionPanels& panels, Index position, Index head, Index d_head) {
    return panels.at(position) + head * d_head * panel_lanes;
}

void softmax_row(float* cells, Index keys, Index end) {
    PanelRow largest;
    largest.fill(-std::numeric_limits<float>::infinity());
    raise_to_largest(cells, keys, largest);
    PanelRow sums;
    exponentials(cells, keys, largest, sums);
    lane_row(sums.values, 0) = lane_row(sums.values, 0).inverse();
    scale_panel(cells, keys, sums);
    std::fill(cells + keys * panel_lanes, cells + end * panel_lanes, 0.0F);
}

struct DroppedRow {
    Index head, query, keys, end;
};

void drop(const TrainingDropout& dropout, DroppedRow row, const float* weights, float* dropped) {
    std::vector<std::uint8_t> keep(static_cast<std::size_t>(row.keys));
    const auto kept = static_cast<float>(1.0 / (1.0 - dropout.p));
    for (Index lane = 0; lane < panel_lanes; ++lane) {
        dropout_keep(dropout.seed, static_cast<std::uint32_t>(dropout.first_sequence + lane),
                     static_cast<std::uint32_t>(row.head), static_cast<std::uint32_t>(row.query), dropout.p, keep);
        for (Index key = 0; key < row.keys; ++key) {
            const Index cell = key * panel_lanes + lane;
            dropped[cell] = keep[static_cast<std::size_t>(key)] != 0 ? weights[cell] * kept : 0.0F;
        }
    }
    std::fill(dropped + row.keys * panel_lanes, dropped + row.end * panel_lanes, 0.0F);
}

/// dscores = w (dw - sum of w dw), where dw arrives in `cells`.
void softmax_gradient(const float* weights, Index keys, Index end, float* cells) {
    LaneArray sum = LaneArray::Zero();
    for (Index key = 0; key < keys; ++key) {
        sum += lane_row(weights, key) * lane_row(cells, key);
    }
    for (Index key = 0; key < keys; ++key) {
        lane_row(cells, key) = lane_row(weights, key) * (lane_row(cells, key) - sum);
    }
    std::fill(cells + keys * panel_lanes, cells + end * panel_lanes, 0.0F);
}

/// From the gradient of what was dropped to that of the weights. A kept weight of 0 has no gradient that matters.
void undrop(const float* dropped, Index keys, double p, float* cells) {
    const auto kept = static_cast<float>(1.0 / (1.0 - p));
    keep_where_positive(dropped, keys, cells);
    for (Index key = 0; key < keys; ++key) {
        lane_row(cells, key) *= kept;
    }
}

} // namespace

Index AttentionPanels::keys_of_block(Index first) const {
    return causal ? std::min(n, first + positions_at_once) : n;
}

void attend(AttentionPanels& panels, Index head, Index first_query, const std::optional<TrainingDropout>& dropout) {
    const Index d = panels.d_head;
    const Index count = std::min(positions_at_once, panels.n - first_query);
    const Index keys = panels.keys_of_block(first_query);
    const Index row_step = panels.row_step();
    float* const weights = panels.row(panels.weights, head, first_query);
    multiply_lanes(vectors_of(panels.q, first_query, head, d), transposed(vectors_of(panels.k, 0, head, d)), count, d,
                   keys, weights, row_step, panel_lanes, false);
    for (Index query = first_query; query < first_query + count; ++query) {
        float* const row = panels.row(panels.weights, head, query);
        softmax_row(row, panels.keys_of_query(query), keys);
        if (dropout) {
            drop(*dropout, {head, query, panels.keys_of_query(query), keys}, row,
                 panels.row(panels.dropped, head, query));
        }
    }
    const float* const used = dropout ? panels.row(panels.dropped, head, first_query) : weights;
    multiply_lanes({used, row_step, panel_lanes}, vectors_of(panels.v, 0, head, d), count, keys, d,
                   head_of(panels.concat, first_query, head, d), panels.concat.step(), panel_lanes, false);
}

void query_gradients(const AttentionPanels& panels, AttentionGradients& gradients, Index head, Index first_query,
                     float q_factor, double dropout) {
    const Index d = panels.d_head;
    const Index count = std::min(positions_at_once, panels.n - first_query);
    const Index keys = panels.keys_of_block(first_query);
    const Index row_step = panels.row_step();
    float* const cells = panels.row(gradients.scores, head, first_query);
    multiply_lanes(vectors_of(gradients.concat, first_query, head, d), transposed(vectors_of(panels.v, 0, head, d)),
                   count, d, keys, cells, row_step, panel_lanes, false);
    for (Index query = first_query; query < first_query + count; ++query) {
        float* const row = panels.row(gradients.scores, head, query);
        if (dropout > 0.0) {
            undrop(panels.row(panels.dropped, head, query), panels.keys_of_query(query), dropout, row);
        }
        softmax_gradient(panels.row(panels.weights, head, query), panels.keys_of_query(query), keys, row);
    }
    float* const q = head_of(gradients.q, first_query, head, d);
    multiply_lanes({cells, row_step, panel_lanes}, vectors_of(panels.k, 0, head, d), count, keys, d, q,
                   gradients.q.step(), panel_lanes, false);
    PanelRow factor;
    factor.fill(q_factor);
    for (Index i = 0; i < count; ++i) {
        scale_panel(q + i * gradients.q.step(), d, factor);
    }
}

void key_gradients(const AttentionPanels& panels, AttentionGradients& gradients, Index head, Index first_key,
                   const std::vector<Index>& blocks, bool with_dropout) {
    const Index d = panels.d_head;
    const Index count = std::min(positions_at_once, panels.n - first_key);
    const Index row_step = panels.row_step();
    const Tensor& used = with_dropout ? panels.dropped : panels.weights;
    float* const k = head_of(gradients.k, first_key, head, d);
    float* const v = head_of(gradients.v, first_key, head, d);
    bool add = false;
    const auto end = blocks.end();
    auto block = panels.causal ? std::ranges::lower_bound(blocks, first_key) : blocks.begin();
    while (block != end) { // blocks side by side are one product
        const Index first = *block;
        Index last = first;
        for (++block; block != end && *block == last + positions_at_once; ++block) {
            last = *block;
        }
        const Index queries = std::min(panels.n, last + positions_at_once) - first;
        const auto columns = [&](const Tensor& cells) {
            return LaneMatrix{panels.row(cells, head, first) + first_key * panel_lanes, panel_lanes, row_step};
        };
        multiply_lanes(columns(used), vectors_of(gradients.concat, first, head, d), count, queries, d, v,
                       gradients.v.step(), panel_lanes, add);
        multiply_lanes(columns(gradients.scores), vectors_of(panels.q, first, head, d), count, queries, d, k,
                       gradients.k.step(), panel_lanes, add);
        add = true;
    }
    for (Index i = 0; i < count && !add; ++i) { // keys that no query asked for
        std::fill_n(k + i * gradients.k.step(), d * panel_lanes, 0.0F);
        std::fill_n(v + i * gradients.v.step(), d * panel_lanes, 0.0F);
    }
}

} // namespace headscope
