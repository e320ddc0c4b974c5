#include "core/attention/head_metrics.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <span>

#include "core/base/contract.h"

namespace headscope {

namespace {

struct Mean {
    double sum = 0.0;
    Index count = 0;

    void add(double value) {
        sum += value;
        ++count;
    }
    std::optional<double> value() const {
        return count == 0 ? std::nullopt : std::optional(sum / static_cast<double>(count));
    }
};

/// Adds up the rows of one head.
class HeadSums {
public:
    /// `position` is the key at which the query stands, or below 0; `visible` >= 1.
    void add(std::span<const float> row, Index position, Index visible) {
        double entropy = 0.0;
        double distance = 0.0;
        double largest = 0.0;
        for (std::size_t j = 0; j < row.size(); ++j) {
            const double w = static_cast<double>(row[j]);
            entropy -= w > 0.0 ? w * std::log(w) : 0.0;
            distance += w * static_cast<double>(std::abs(position - static_cast<Index>(j)));
            largest = std::max(largest, w);
        }
        entropy_.add(entropy);
        distance_.add(distance);
        largest_.add(largest);
        first_.add(static_cast<double>(row.front()));
        if (visible > 1) {
            relative_.add(entropy / std::log(static_cast<double>(visible)));
        }
        add_at(self_, row, position);
        add_at(previous_, row, position - 1);
    }

    HeadMetrics metrics() const {
        HeadMetrics m;
        m.entropy = entropy_.value().value_or(0.0);
        m.relative_entropy = relative_.value();
        m.distance = distance_.value().value_or(0.0);
        m.self = self_.value();
        m.previous = previous_.value();
        m.first = first_.value().value_or(0.0);
        m.largest = largest_.value().value_or(0.0);
        m.rows = entropy_.count;
        return m;
    }

private:
    static void add_at(Mean& mean, std::span<const float> row, Index key) {
        if (key >= 0) {
            mean.add(static_cast<double>(row[static_cast<std::size_t>(key)]));
        }
    }

    Mean entropy_, relative_, distance_, self_, previous_, first_, largest_;
};

} // namespace

std::vector<HeadMetrics> head_metrics(const Tensor& weights, const Mask& mask) {
    HEADSCOPE_EXPECTS(weights.rank() == 4);
    const Index batch = weights.dim(0);
    const Index heads = weights.dim(1);
    const Index n_q = weights.dim(2);
    const Index n_k = weights.dim(3);
    std::vector<HeadSums> sums(static_cast<std::size_t>(heads));
    std::vector<std::uint8_t> visible(static_cast<std::size_t>(n_k));
    for (Index b = 0; b < batch; ++b) {
        for (Index i = 0; i < n_q; ++i) {
            mask.row(b, i, n_q, n_k, visible);
            const Index count = std::accumulate(visible.begin(), visible.end(), Index{0});
            for (Index h = 0; count > 0 && h < heads; ++h) {
                const float* row = weights.data() + ((b * heads + h) * n_q + i) * n_k;
                sums[static_cast<std::size_t>(h)].add({row, static_cast<std::size_t>(n_k)}, i + n_k - n_q, count);
            }
        }
    }
    std::vector<HeadMetrics> metrics;
    std::ranges::transform(sums, std::back_inserter(metrics), &HeadSums::metrics);
    return metrics;
}

} // namespace headscope
