#pragma once

#include <cstdint>

#include "core/base/tensor.h"

namespace headscope {

// The few hot loops. They work on panels: a panel is a matrix of any number of rows with 32 columns, its lanes, stored
// row after row and aligned to 64 bytes. A lane is a query (scores, weights and head outputs lie transposed, so that a
// softmax is a loop over rows that no lane shares with another) or a column of W^T. Every number has one order of
// operations, whatever the instruction set, the number of rows or the place in the panel; core/kernels/plain.h has the
// same functions as plain loops, which say what that order is, and the tests compare the two bit by bit.

constexpr Index panel_lanes = 32;
/// Products add up the terms of 128 neighbours in depth in rising order, then these sums.
constexpr Index depth_block = 128;

/// A number for every lane.
struct alignas(64) PanelRow {
    float values[panel_lanes] = {};

    float& operator[](Index lane) { return values[lane]; }
    float operator[](Index lane) const { return values[lane]; }
    void fill(float value) {
        for (float& v : values) {
            v = value;
        }
    }
};

/// A matrix that is read where it lies: element (row, k) is values[row * row_step + k * depth_step].
struct StridedMatrix {
    const float* values;
    Index row_step;
    Index depth_step;
};

/// out(row, lane) (+)= sum over k of a(row, k) * panel(k, lane), rows of out being out_step apart: `add` adds the sum
/// of each block of depth to out, without it the first one replaces what was there. rows and depth are 1 or more.
void multiply_panel(StridedMatrix a, Index rows, Index depth, const float* panel, float* out, Index out_step, bool add);

/// panel(c, r) = rows(r, c) / divisor: up to 32 rows become lanes; lanes from `count` on are 0.
void rows_to_panel(const float* rows, Index row_step, Index count, Index columns, float divisor, float* panel);

/// rows(r, c) = panel(c, r) * factors[r] for the first `count` lanes. `past_cache`: nobody reads the rows soon, so they
/// are written past the caches; the same numbers.
void panel_to_rows(const float* panel, Index columns, const PanelRow& factors, float* rows, Index row_step, Index count,
                   bool past_cache);

/// panel(row, lane) = -infinity where bit `lane` of visible[row] is 0.
void hide(float* panel, Index rows, const std::uint32_t* visible);

/// largest[lane] = max(largest[lane], panel(row, lane) of all rows).
void raise_to_largest(const float* panel, Index rows, PanelRow& largest);

/// panel(row, lane) = exp(panel(row, lane) - max(largest[lane], the smallest float)), which must not be above 0, and
/// their sum is added to sums[lane]. exp has a relative error below 1.5 * 2^-23, is exactly 1 at 0 and exactly 0 below
/// -87 (exp(-87) = 1.6e-38; the smallest normal float32 is 1.2e-38) and at -infinity. Order of the sum: blocks of 128
/// rows, in each of them four sums over rows r, r + 4, ..., added as (0 + 1) + (2 + 3).
void exponentials(float* panel, Index rows, const PanelRow& largest, PanelRow& sums);

/// largest[lane] = max(largest[lane], |values(row, lane)|) for `rows` rows of 32 values, `row_step` apart. Not a number
/// is larger than infinity here, so neither is lost.
void raise_to_magnitudes(const float* values, Index row_step, Index rows, PanelRow& largest);

/// panel(row, lane) *= factors[lane].
void scale_panel(float* panel, Index rows, const PanelRow& factors);

/// For the first `rows` rows and every lane: the largest of panel(row, lane) * factors[lane] and their sum, in rising
/// order; values are 0 or more.
void largest_and_sum(const float* panel, Index rows, const PanelRow& factors, PanelRow& largest, PanelRow& sums);

/// A matrix with 32 numbers in each cell, one a lane: cell (row, column) is at values + row * row_step + column *
/// column_step, steps in floats and multiples of 32.
struct LaneMatrix {
    const float* values;
    Index row_step;
    Index column_step;
};

/// In every lane a product of two matrices of its own: out(row, column) (+)= sum over k of a(row, k) * b(k, column), in
/// rising order; `add` adds the sum to out, without it the sum replaces what was there. depth is 1 or more.
void multiply_lanes(LaneMatrix a, LaneMatrix b, Index rows, Index depth, Index columns, float* out, Index out_row_step,
                    Index out_column_step, bool add);

} // namespace headscope
