#include "core/train/adamw.h"

#include <algorithm>
#include <cmath>

#include "core/base/contract.h"

namespace headscope {

namespace {

using Array = Eigen::Array<float, Eigen::Dynamic, 1>;

auto mapped(std::span<float> values) {
    return Eigen::Map<Array>(values.data(), static_cast<Index>(values.size()));
}

auto mapped(std::span<const float> values) {
    return Eigen::Map<const Array>(values.data(), static_cast<Index>(values.size()));
}

} // namespace

void update(const AdamW& optimizer, float gradient_factor, const AdamWArrays& arrays) {
    HEADSCOPE_EXPECTS(optimizer.step >= 1 && arrays.gradients.size() == arrays.values.size());
    const auto step = static_cast<double>(optimizer.step);
    const auto keep1 = static_cast<float>(optimizer.beta1);
    const auto take1 = static_cast<float>(1.0 - optimizer.beta1) * gradient_factor;
    const auto keep2 = static_cast<float>(optimizer.beta2);
    const auto take2 = static_cast<float>(1.0 - optimizer.beta2) * gradient_factor * gradient_factor;
    const auto decay = static_cast<float>(1.0 - optimizer.rate * optimizer.weight_decay);
    const auto size = static_cast<float>(optimizer.rate / (1.0 - std::pow(optimizer.beta1, step)));
    const auto root = static_cast<float>(1.0 / std::sqrt(1.0 - std::pow(optimizer.beta2, step)));
    const auto eps = static_cast<float>(optimizer.eps);
    auto values = mapped(arrays.values);
    const auto gradients = mapped(arrays.gradients);
    auto first = mapped(arrays.first_moments);
    auto second = mapped(arrays.second_moments);
    // Pieces that stay in the cache from the first line to the last.
    constexpr Index piece = 1024;
    for (Index at = 0; at < values.size(); at += piece) {
        const Index here = std::min(piece, values.size() - at);
        const auto gradient = gradients.segment(at, here);
        first.segment(at, here) = first.segment(at, here) * keep1 + gradient * take1;
        second.segment(at, here) = second.segment(at, here) * keep2 + gradient.square() * take2;
        values.segment(at, here) = values.segment(at, here) * decay -
                                   size * first.segment(at, here) / (second.segment(at, here).sqrt() * root + eps);
    }
}

double sum_of_squares(std::span<const float> values) {
    return mapped(values).cast<double>().square().sum();
}

float clip_factor(double norm, double largest) {
    return largest > 0.0 ? static_cast<float>(std::min(1.0, largest / (norm + 1e-6))) : 1.0F;
}

} // namespace headscope
