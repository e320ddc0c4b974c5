#include "core/train/layer_norm.h"

#include "core/train/lane_array.h"

namespace headscope {

namespace {

constexpr float eps = 1e-5F;

} // namespace

TrainedLayerNorm::TrainedLayerNorm(ParameterSet& parameters, const std::string& name, Index positions)
    : mean_(static_cast<std::size_t>(positions))
    , deviation_(static_cast<std::size_t>(positions)) {
    const ParameterPlace& gain = parameters.place(name + ".weight");
    const ParameterPlace& bias = parameters.place(name + ".bias");
    width_ = gain.columns;
    gain_ = parameters.values.data() + gain.first;
    bias_ = parameters.values.data() + bias.first;
    gain_gradient_ = parameters.gradients.data() + gain.first;
    bias_gradient_ = parameters.gradients.data() + bias.first;
    waiting_ = Matrix::Zero(positions, 2 * width_);
}

void TrainedLayerNorm::apply(Index position, const float* x, float* y) {
    LaneArray mean = LaneArray::Zero();
    for (Index row = 0; row < width_; ++row) {
        mean += lane_row(x, row);
    }
    mean /= static_cast<float>(width_);
    LaneArray variance = LaneArray::Zero();
    for (Index row = 0; row < width_; ++row) {
        variance += (lane_row(x, row) - mean).square();
    }
    const LaneArray deviation = (variance / static_cast<float>(width_) + eps).sqrt().inverse();
    for (Index row = 0; row < width_; ++row) {
        lane_row(y, row) = (lane_row(x, row) - mean) * deviation * gain_[row] + bias_[row];
    }
    lane_row(mean_[static_cast<std::size_t>(position)].values, 0) = mean;
    lane_row(deviation_[static_cast<std::size_t>(position)].values, 0) = deviation;
}

// With z = (x - mean) / deviation and g = dy * gain: dx = (g - mean(g) - z mean(g z)) / deviation.
void TrainedLayerNorm::input_gradient(Index position, const float* x, const float* dy, float* dx) {
    const LaneArray mean = lane_row(mean_[static_cast<std::size_t>(position)].values, 0);
    const LaneArray deviation = lane_row(deviation_[static_cast<std::size_t>(position)].values, 0);
    LaneArray sum = LaneArray::Zero();
    LaneArray sum_with_z = LaneArray::Zero();
    for (Index row = 0; row < width_; ++row) {
        const LaneArray gradient = lane_row(dy, row);
        const LaneArray with_z = gradient * (lane_row(x, row) - mean) * deviation;
        waiting_(position, row) = with_z.sum();
        waiting_(position, width_ + row) = gradient.sum();
        sum += gradient * gain_[row];
        sum_with_z += with_z * gain_[row];
    }
    sum /= static_cast<float>(width_);
    sum_with_z *= deviation / static_cast<float>(width_);
    for (Index row = 0; row < width_; ++row) {
        lane_row(dx, row) +=
            (lane_row(dy, row) * gain_[row] - sum - (lane_row(x, row) - mean) * sum_with_z) * deviation;
    }
}

void TrainedLayerNorm::add_parameter_gradients(std::span<const Index> positions) {
    for (const Index position : positions) {
        for (Index row = 0; row < width_; ++row) {
            gain_gradient_[row] += waiting_(position, row);
            bias_gradient_[row] += waiting_(position, width_ + row);
        }
    }
}

} // namespace headscope
