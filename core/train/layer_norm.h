#pragma once

#include <vector>

#include "core/kernels/panel.h"
#include "core/train/parameter_set.h"

namespace headscope {

/// LayerNorm of the vectors of 32 sequences at every position: y = (x - mean) / sqrt(variance + 1e-5) * gain + bias,
/// the variance divided by the width, as torch.nn.LayerNorm. Keeps for the way back what it needs beside x.
class TrainedLayerNorm {
public:
    /// Parameters "name.weight" and "name.bias".
    TrainedLayerNorm(ParameterSet& parameters, const std::string& name, Index positions);

    void apply(Index position, const float* x, float* y);
    /// dx += what dy, at y, means at x. The parameters' gradients wait in a place of the position's own.
    void input_gradient(Index position, const float* x, const float* dy, float* dx);
    /// Adds what waits of these positions to the parameters' gradients, in their order.
    void add_parameter_gradients(std::span<const Index> positions);

private:
    Index width_;
    const float* gain_;
    const float* bias_;
    float* gain_gradient_;
    float* bias_gradient_;
    std::vector<PanelRow> mean_;
    std::vector<PanelRow> deviation_; // 1 / sqrt(variance + eps)
    Matrix waiting_;                  // (positions, 2 width): of the gain, then of the bias
};

} // namespace headscope
