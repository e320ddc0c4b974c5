#pragma once

#include <algorithm>

#include "core/base/whole_numbers.h"
#include "core/train/batch.h"
#include "core/train/parameter_set.h"
#include "core/train/position_panels.h"

namespace headscope {

/// Up to 32 sequences of a batch: lane l is sequence first + l. What a lane has no sequence for is 0 and has no target.
struct BatchGroup {
    const Batch* batch;
    Index first;

    Index count() const { return std::min(panel_lanes, batch->batch - first); }
};

/// What goes into the first layer: sums of rows of the embedding table, and positions.
class TokenTable {
public:
    TokenTable(const TrainModelConfig& config, ParameterSet& parameters);

    /// x (d_model, 32) of one position.
    void make(const BatchGroup& group, Index position, float* x) const;

    /// Columns that one call of add_gradient() takes, and how many calls there are: calls share nothing.
    static constexpr Index columns_at_once = panel_lanes;
    Index parts() const { return ceil_divided(d_model_, columns_at_once); }
    /// Adds what dx means for the tables, in columns part * columns_at_once and on.
    void add_gradient(const BatchGroup& group, const PositionPanels& dx, Index part);

private:
    Index d_model_;
    Index step_;
    const float* table_;
    float* table_gradient_;
    Matrix sinusoidal_; // (seq_len, d_model) or empty
    Index position_step_ = 0;
    const float* learned_ = nullptr;
    float* learned_gradient_ = nullptr;
};

} // namespace headscope
