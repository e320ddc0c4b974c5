#pragma once

#include <cstdint>

#include "core/base/tensor.h"

namespace headscope {

struct StridedMatrix;
struct LaneMatrix;

/// The kernels of core/kernels/panel.h as they were compiled for one instruction set. Factors, largest and sums are
/// 32 floats, aligned to 64 bytes.
struct KernelTable {
    const char* name;
    bool fuses_multiply_add;
    void (*multiply_panel)(StridedMatrix a, Index rows, Index depth, const float* panel, float* out, Index out_step,
                           bool add);
    void (*rows_to_panel)(const float* rows, Index row_step, Index count, Index columns, float divisor, float* panel);
    void (*panel_to_rows)(const float* panel, Index columns, const float* factors, float* rows, Index row_step,
                          Index count, bool past_cache);
    void (*hide)(float* panel, Index rows, const std::uint32_t* visible);
    void (*raise_to_largest)(const float* panel, Index rows, float* largest);
    void (*exponentials)(float* panel, Index rows, const float* largest, float* sums);
    void (*raise_to_magnitudes)(const float* values, Index row_step, Index rows, float* largest);
    void (*scale_panel)(float* panel, Index rows, const float* factors);
    void (*largest_and_sum)(const float* panel, Index rows, const float* factors, float* largest, float* sums);
    void (*multiply_lanes)(LaneMatrix a, LaneMatrix b, Index rows, Index depth, Index columns, float* out,
                           Index out_row_step, Index out_column_step, bool add);
};

/// The table in use.
const KernelTable& kernel_table();

} // namespace headscope
