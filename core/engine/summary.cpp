#include "core/engine/summary.h"

#include <algorithm>
#include <cmath>

namespace headscope {

std::vector<HeadSummary> summarise_heads(const Trace& trace) {
    const Tensor& attention = trace.attention();
    std::vector<HeadSummary> heads;
    if (attention.empty()) {
        return heads;
    }
    heads.resize(static_cast<std::size_t>(attention.dim(1)));
    for (Index b = 0; b < attention.dim(0); ++b) {
        for (Index h = 0; h < attention.dim(1); ++h) {
            float& largest = heads[static_cast<std::size_t>(h)].largest;
            largest = std::max(largest, attention.matrix(b, h).maxCoeff());
        }
    }
    return heads;
}

double largest_row_sum_error(const Tensor& weights) {
    if (weights.empty()) {
        return 0.0;
    }
    const Index n_k = weights.dim(3);
    double largest = 0.0;
    for (Index row = 0; row < weights.size(); row += n_k) {
        const Eigen::Map<const Eigen::ArrayXf> values(weights.data() + row, n_k);
        const double sum = values.cast<double>().sum();
        if (sum != 0.0) { // every other row holds at least one weight of 1 / n_k
            largest = std::max(largest, std::abs(sum - 1.0));
        }
    }
    return largest;
}

} // namespace headscope
