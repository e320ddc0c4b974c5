#pragma once

#include <cstdint>

#include "core/kernels/panel.h"

namespace headscope::plain {

// The kernels of core/kernels/panel.h as plain loops: what they compute, operation by operation. Not used by the
// program; tests compare every instruction set with these, bit by bit. `fused` as fuses_multiply_add().

void multiply_panel(StridedMatrix a, Index rows, Index depth, const float* panel, float* out, Index out_step, bool add,
                    bool fused);
void rows_to_panel(const float* rows, Index row_step, Index count, Index columns, float divisor, float* panel);
void panel_to_rows(const float* panel, Index columns, const PanelRow& factors, float* rows, Index row_step,
                   Index count);
void hide(float* panel, Index rows, const std::uint32_t* visible);
void raise_to_largest(const float* panel, Index rows, PanelRow& largest);
float exponential(float x, bool fused);
void exponentials(float* panel, Index rows, const PanelRow& largest, PanelRow& sums, bool fused);
void raise_to_magnitudes(const float* values, Index row_step, Index rows, PanelRow& largest);
void scale_panel(float* panel, Index rows, const PanelRow& factors);
void largest_and_sum(const float* panel, Index rows, const PanelRow& factors, PanelRow& largest, PanelRow& sums);

void multiply_lanes(LaneMatrix a, LaneMatrix b, Index rows, Index depth, Index columns, float* out, Index out_row_step,
                    Index out_column_step, bool add, bool fused);

} // namespace headscope::plain
