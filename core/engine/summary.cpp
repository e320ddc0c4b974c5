#include "core/engine/summary.h"

#include <algorithm>
#include <cmath>

#include "core/attention/workers.h"

namespace headscope {

namespace {

// Weights below which another thread costs more than it brings.
constexpr Index worth_a_thread = Index{1} << 18;

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

} // namespace

Summary summarise(const Trace& trace, Index threads) {
    const Tensor& weights = trace.weights;
    if (weights.empty()) {
        return trace.map.empty() ? Summary() : summarise_map(trace.map);
    }
    Summary summary;
    const Index heads = weights.dim(1);
    std::vector<MatrixSummary> matrices(static_cast<std::size_t>(weights.dim(0) * heads));
    const Index workers = weights.size() < worth_a_thread ? 1 : std::min(threads, std::ssize(matrices));
    static_cast<void>(for_each_task(std::ssize(matrices), workers, [&](Index, Index task) {
        matrices[static_cast<std::size_t>(task)] = summarise_matrix(
            weights.matrix(task / heads, task % heads), trace.attention().matrix(task / heads, task % heads));
        return Result<void>(); // always
    }));
    summary.heads.resize(static_cast<std::size_t>(heads));
    for (Index task = 0; task < std::ssize(matrices); ++task) {
        const MatrixSummary& matrix = matrices[static_cast<std::size_t>(task)];
        HeadSummary& head = summary.heads[static_cast<std::size_t>(task % heads)];
        head.largest = std::max(head.largest, matrix.largest);
        summary.largest_row_sum_error = std::max(summary.largest_row_sum_error, matrix.row_sum_error);
    }
    return summary;
}

} // namespace headscope
