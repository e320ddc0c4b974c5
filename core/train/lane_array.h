#pragma once

#include <bit>
#include <cstdint>

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

/// values = 0 where `which` is not above 0, without a branch to guess.
inline void keep_where_positive(const float* which, Index rows, float* values) {
    for (Index cell = 0; cell < rows * panel_lanes; ++cell) {
        const std::uint32_t mask = which[cell] > 0.0F ? 0xffffffffU : 0U;
        values[cell] = std::bit_cast<float>(std::bit_cast<std::uint32_t>(values[cell]) & mask);
    }
}

} // namespace headscope
