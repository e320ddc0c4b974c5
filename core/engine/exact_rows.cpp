#include "core/engine/exact_rows.h"

#include <vector>

#include "core/base/random.h"

namespace headscope {

namespace {

Matrix drop(const AttentionSettings& settings, const ExactRows& rows) {
    const float scale = static_cast<float>(1.0 / (1.0 - settings.dropout));
    Matrix dropped(rows.weights.rows(), rows.weights.cols());
    std::vector<std::uint8_t> keep(static_cast<std::size_t>(dropped.cols()));
    for (Index i = 0; i < dropped.rows(); ++i) {
        dropout_keep(settings.dropout_seed, static_cast<std::uint32_t>(rows.batch),
                     static_cast<std::uint32_t>(rows.head), static_cast<std::uint32_t>(rows.first + i),
                     settings.dropout, keep);
        for (Index j = 0; j < dropped.cols(); ++j) {
            dropped(i, j) = keep[static_cast<std::size_t>(j)] != 0 ? rows.weights(i, j) * scale : 0.0F;
        }
    }
    return dropped;
}

} // namespace

ExactRows exact_rows(const Snapshot& snapshot, Index batch, Index head, Index first, Index count) {
    const ModelDims& dims = snapshot.request.dims;
    const AttentionSettings& settings = snapshot.request.attention;
    ExactRows rows{batch, head, first, {}, {}, {}};
    rows.scores = scores_of(snapshot.trace, dims, settings, batch, head, first, count);
    rows.weights = weights_of(snapshot.trace, dims, settings, batch, head, first, count);
    if (settings.dropout > 0.0) {
        rows.dropped = drop(settings, rows);
    }
    return rows;
}

} // namespace headscope
