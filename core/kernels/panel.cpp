#include "core/kernels/panel.h"

#include "core/base/contract.h"
#include "core/kernels/kernel_table.h"

namespace headscope {

void multiply_panel(StridedMatrix a, Index rows, Index depth, const float* panel, float* out, Index out_step,
                    bool add) {
    HEADSCOPE_EXPECTS(rows >= 1 && depth >= 1);
    kernel_table().multiply_panel(a, rows, depth, panel, out, out_step, add);
}

void rows_to_panel(const float* rows, Index row_step, Index count, Index columns, float divisor, float* panel) {
    HEADSCOPE_EXPECTS(count >= 0 && count <= panel_lanes);
    kernel_table().rows_to_panel(rows, row_step, count, columns, divisor, panel);
}

void panel_to_rows(const float* panel, Index columns, const PanelRow& factors, float* rows, Index row_step, Index count,
                   bool past_cache) {
    HEADSCOPE_EXPECTS(count >= 0 && count <= panel_lanes);
    kernel_table().panel_to_rows(panel, columns, factors.values, rows, row_step, count, past_cache);
}

void hide(float* panel, Index rows, const std::uint32_t* visible) {
    kernel_table().hide(panel, rows, visible);
}

void raise_to_largest(const float* panel, Index rows, PanelRow& largest) {
    kernel_table().raise_to_largest(panel, rows, largest.values);
}

void exponentials(float* panel, Index rows, const PanelRow& largest, PanelRow& sums) {
    kernel_table().exponentials(panel, rows, largest.values, sums.values);
}

void raise_to_magnitudes(const float* values, Index row_step, Index rows, PanelRow& largest) {
    kernel_table().raise_to_magnitudes(values, row_step, rows, largest.values);
}

void scale_panel(float* panel, Index rows, const PanelRow& factors) {
    kernel_table().scale_panel(panel, rows, factors.values);
}

void largest_and_sum(const float* panel, Index rows, const PanelRow& factors, PanelRow& largest, PanelRow& sums) {
    kernel_table().largest_and_sum(panel, rows, factors.values, largest.values, sums.values);
}

void multiply_lanes(LaneMatrix a, LaneMatrix b, Index rows, Index depth, Index columns, float* out, Index out_row_step,
                    Index out_column_step, bool add) {
    HEADSCOPE_EXPECTS(depth >= 1);
    kernel_table().multiply_lanes(a, b, rows, depth, columns, out, out_row_step, out_column_step, add);
}

} // namespace headscope
