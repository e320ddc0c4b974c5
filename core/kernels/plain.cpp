#include "core/kernels/plain.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/kernels/exponential.h"

namespace headscope::plain {

namespace {

float multiply_add(float a, float b, float c, bool fused) {
    return fused ? std::fma(a, b, c) : a * b + c;
}

} // namespace

void multiply_panel(StridedMatrix a, Index rows, Index depth, const float* panel, float* out, Index out_step, bool add,
                    bool fused) {
    for (Index row = 0; row < rows; ++row) {
        for (Index lane = 0; lane < panel_lanes; ++lane) {
            float& to = out[row * out_step + lane];
            for (Index block = 0; block < depth; block += depth_block) {
                float sum = 0.0F;
                for (Index k = block; k < std::min(depth, block + depth_block); ++k) {
                    sum = multiply_add(a.values[row * a.row_step + k * a.depth_step], panel[k * panel_lanes + lane],
                                       sum, fused);
                }
                to = add || block > 0 ? to + sum : sum;
            }
        }
    }
}

void rows_to_panel(const float* rows, Index row_step, Index count, Index columns, float divisor, float* panel) {
    for (Index c = 0; c < columns; ++c) {
        for (Index r = 0; r < panel_lanes; ++r) {
            panel[c * panel_lanes + r] = r < count ? rows[r * row_step + c] / divisor : 0.0F;
        }
    }
}

void panel_to_rows(const float* panel, Index columns, const PanelRow& factors, float* rows, Index row_step,
                   Index count) {
    for (Index r = 0; r < count; ++r) {
        for (Index c = 0; c < columns; ++c) {
            rows[r * row_step + c] = panel[c * panel_lanes + r] * factors[r];
        }
    }
}

void hide(float* panel, Index rows, const std::uint32_t* visible) {
    for (Index row = 0; row < rows; ++row) {
        for (Index lane = 0; lane < panel_lanes; ++lane) {
            if ((visible[row] >> lane & 1U) == 0) {
                panel[row * panel_lanes + lane] = -std::numeric_limits<float>::infinity();
            }
        }
    }
}

void raise_to_largest(const float* panel, Index rows, PanelRow& largest) {
    for (Index row = 0; row < rows; ++row) {
        for (Index lane = 0; lane < panel_lanes; ++lane) {
            largest[lane] = std::max(largest[lane], panel[row * panel_lanes + lane]);
        }
    }
}

float exponential(float x, bool fused) {
    using namespace headscope::exponential;
    if (x < smallest) {
        return 0.0F;
    }
    const float shifted = multiply_add(x, reciprocal_ln2, to_integer, fused);
    const float n = shifted - to_integer;
    const float r = multiply_add(-n, ln2_low, multiply_add(-n, ln2_high, x, fused), fused);
    float p = c6;
    for (const float c : {c5, c4, c3, c2, 1.0F, 1.0F}) {
        p = multiply_add(p, r, c, fused);
    }
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(p) + (std::bit_cast<std::uint32_t>(shifted) << 23));
}

void exponentials(float* panel, Index rows, const PanelRow& largest, PanelRow& sums, bool fused) {
    for (Index lane = 0; lane < panel_lanes; ++lane) {
        const float most = std::max(largest[lane], std::numeric_limits<float>::lowest());
        for (Index block = 0; block < rows; block += depth_block) {
            float sum[4] = {};
            for (Index row = block; row < std::min(rows, block + depth_block); ++row) {
                float& cell = panel[row * panel_lanes + lane];
                cell = exponential(cell - most, fused);
                sum[row % 4] += cell;
            }
            sums[lane] += (sum[0] + sum[1]) + (sum[2] + sum[3]);
        }
    }
}

void raise_to_magnitudes(const float* values, Index row_step, Index rows, PanelRow& largest) {
    for (Index row = 0; row < rows; ++row) {
        for (Index lane = 0; lane < panel_lanes; ++lane) {
            const std::uint32_t magnitude = std::bit_cast<std::uint32_t>(values[row * row_step + lane]) & 0x7fffffffU;
            largest[lane] = std::bit_cast<float>(std::max(std::bit_cast<std::uint32_t>(largest[lane]), magnitude));
        }
    }
}

void scale_panel(float* panel, Index rows, const PanelRow& factors) {
    for (Index cell = 0; cell < rows * panel_lanes; ++cell) {
        panel[cell] *= factors[cell % panel_lanes];
    }
}

void largest_and_sum(const float* panel, Index rows, const PanelRow& factors, PanelRow& largest, PanelRow& sums) {
    largest.fill(0.0F);
    sums.fill(0.0F);
    for (Index row = 0; row < rows; ++row) {
        for (Index lane = 0; lane < panel_lanes; ++lane) {
            const float v = panel[row * panel_lanes + lane] * factors[lane];
            largest[lane] = std::max(largest[lane], v);
            sums[lane] += v;
        }
    }
}

void multiply_lanes(LaneMatrix a, LaneMatrix b, Index rows, Index depth, Index columns, float* out, Index out_row_step,
                    Index out_column_step, bool add, bool fused) {
    for (Index cell = 0; cell < rows * columns * panel_lanes; ++cell) {
        const Index row = cell / (columns * panel_lanes);
        const Index column = cell / panel_lanes % columns;
        const Index lane = cell % panel_lanes;
        float sum = 0.0F;
        for (Index k = 0; k < depth; ++k) {
            sum = multiply_add(a.values[row * a.row_step + k * a.column_step + lane],
                               b.values[k * b.row_step + column * b.column_step + lane], sum, fused);
        }
        float& to = out[row * out_row_step + column * out_column_step + lane];
        to = add ? to + sum : sum;
    }
}

} // namespace headscope::plain
