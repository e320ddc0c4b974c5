#pragma once

#include "core/base/tensor.h"
#include "core/kernels/panel.h"

namespace headscope {

/// Vectors of up to 32 sequences at every position: (positions, rows, 32), a panel for each position, a lane a
/// sequence. So every sum over a vector, a softmax or a product with a matrix is a loop that no lane shares with
/// another, attention under the causal mask computes what it shows and nothing else, and short sequences fill the lanes
/// as long ones do.
class PositionPanels {
public:
    PositionPanels() = default;
    PositionPanels(Index positions, Index rows)
        : rows_(rows)
        , values_(Tensor::zeros({positions, rows | 1, panel_lanes})) {}

    bool empty() const { return values_.empty(); }
    Index rows() const { return rows_; }
    /// Floats from one position to the next: an odd number of rows, so that they do not share the cache's sets.
    Index step() const { return (rows_ | 1) * panel_lanes; }
    float* at(Index position) { return values_.data() + position * step(); }
    const float* at(Index position) const { return values_.data() + position * step(); }

private:
    Index rows_ = 0;
    Tensor values_;
};

} // namespace headscope
