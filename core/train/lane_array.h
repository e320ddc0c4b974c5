#pragma once

#include "core/kernels/panel.h"

namespace headscope {

// A row of a panel as an array whose operations go lane by lane.
using LaneArray = Eigen::Array<float, panel_lanes, 1>;
using LaneRow = Eigen::Map<LaneArray, Eigen::Aligned64>;
using ConstLaneRow = Eigen::Map<const LaneArray, Eigen::Aligned64>;

inline LaneRow lane_row(float* panel, Index row) {
    return LaneRow(panel + row * panel_lanes);
}

inline ConstLaneRow lane_row(const float* panel, Index row) {
    return ConstLaneRow(panel + row * panel_lanes);
}

} // namespace headscope
