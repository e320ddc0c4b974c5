#include "core/engine/summary.h"

#include <algorithm>
#include <cmath>

#include "core/attention/workers.h"

namespace headscope {

namespace {

struct MatrixSummary {
    float largest = 0.0F;
    double row_sum_error = 0.0;
};

// Row by row, so that the second look at a row finds it in the cache.
MatrixSummary summarise_matrix(const ConstMatrixView& weights, const ConstMatrixView& attention) {
    MatrixSummary summary;
    for (Index i = 0; i < weights.rows(); ++i) {
        const double sum = weights.row(i).cast<double>().sum();
        if (sum != 0.0) { // every other row holds at least one weight of 1 / n_k
            summary.row_sum_error = std::max(summary.row_sum_error, std::abs(sum - 1.0));
        }
        summary.largest = std::max(summary.largest, attention.row(i).maxCoeff());
    }
    return summary;
}

Summary summarise_map(const WeightMap& map) {
    Summary summary;
    summary.heads.resize(static_cast<std::size_t>(map.largest.dim(1)));
    for (Index b = 0; b < map.largest.dim(0); ++b) {
        for (Index h = 0; h < map.largest.dim(1); ++h) {
            HeadSummary& head = summary.heads[static_cast<std::size_t>(h)];
            head.largest = std::max(head.largest, map.largest.matrix(b, h).maxCoeff());
            head.largest_mean = std::max(head.largest_mean, map.mean.matrix(b, h).maxCoeff());
        }
    }
    return summary;
}

// The matrices of a batch lie next to each other.
Summary over_batches(const std::vector<MatrixSummary>& matrices, Index heads) {
    Summary summary;
    summary.heads.resize(static_cast<std::size_t>(heads));
    for (std::size_t i = 0; i < matrices.size(); ++i) {
        HeadSummary& head = summary.heads[i % summary.heads.size()];
        head.largest = std::max(head.largest, matrices[i].largest);
        summary.largest_row_sum_error = std::max(summary.largest_row_sum_error, matrices[i].row_sum_error);
    }
    return summary;
}

} // namespace

Result<Summary> summarise(const Trace& trace, const RunControl& control) {
    const Tensor& weights = trace.weights;
    if (weights.empty()) {
        return trace.map.empty() ? Summary() : summarise_map(trace.map);
    }
    const Index heads = weights.dim(1);
    std::vector<MatrixSummary> matrices(static_cast<std::size_t>(weights.dim(0) * heads));
    const auto work = [&](Index, Index task) -> Result<void> {
        if (control.stop.stop_requested()) {
            return fail(ErrorCode::cancelled);
        }
        matrices[static_cast<std::size_t>(task)] = summarise_matrix(
            weights.matrix(task / heads, task % heads), trace.attention().matrix(task / heads, task % heads));
        return {};
    };
    const Index tasks = std::ssize(matrices);
    const Result<void> done = control.workers != nullptr ? control.workers->for_each(tasks, control.threads, work)
                                                         : for_each_task(tasks, control.threads, work);
    return done.map([&] { return over_batches(matrices, heads); });
}

} // namespace headscope
