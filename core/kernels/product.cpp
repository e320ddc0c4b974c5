#include "core/kernels/product.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/base/contract.h"

namespace headscope {

namespace {

#if defined(__AVX512F__)
constexpr Index lanes = 16;
#elif defined(__AVX__)
constexpr Index lanes = 8;
#else
constexpr Index lanes = 4;
#endif

// A vector extension of GCC and Clang: element by element, so its width changes no result.
using Lanes = float __attribute__((vector_size(lanes * sizeof(float))));

constexpr Index tile_rows = 4;            // 4 x 2 sums, 2 loads and a broadcast fit 16 registers
constexpr Index tile_columns = 2 * lanes; //
constexpr Index depth_block = 128;        // part of the definition of the result, see the header
constexpr Index column_block = 256;
constexpr Index tile_size = depth_block * tile_columns;
static_assert(depth_block * column_block == Multiplier::packed_floats);

// `Rows` rows of a times one packed tile of b; both are `depth` deep.
template <Index Rows>
void add_tile(const float* a, Index a_stride, const float* packed, Index depth, float* out, Index out_stride,
              Index columns) {
    Lanes sums[Rows][2] = {};
    for (Index k = 0; k < depth; ++k) {
        Lanes b0;
        Lanes b1;
        std::memcpy(&b0, packed + k * tile_columns, sizeof b0);
        std::memcpy(&b1, packed + k * tile_columns + lanes, sizeof b1);
#pragma GCC unroll 4
        for (Index r = 0; r < Rows; ++r) {
            const float factor = a[r * a_stride + k];
            sums[r][0] += factor * b0;
            sums[r][1] += factor * b1;
        }
    }
#pragma GCC unroll 4
    for (Index r = 0; r < Rows; ++r) {
        std::array<float, tile_columns> values;
        std::memcpy(values.data(), sums[r], sizeof values);
        float* const row = out + r * out_stride;
        if (columns == tile_columns) {
            for (std::size_t c = 0; c < tile_columns; ++c) {
                row[c] += values[c];
            }
        } else {
            for (Index c = 0; c < columns; ++c) {
                row[c] += values[static_cast<std::size_t>(c)];
            }
        }
    }
}

void add_tile(Index rows, const float* a, Index a_stride, const float* packed, Index depth, float* out,
              Index out_stride, Index columns) {
    switch (rows) {
    case 1: return add_tile<1>(a, a_stride, packed, depth, out, out_stride, columns);
    case 2: return add_tile<2>(a, a_stride, packed, depth, out, out_stride, columns);
    case 3: return add_tile<3>(a, a_stride, packed, depth, out, out_stride, columns);
    default: return add_tile<tile_rows>(a, a_stride, packed, depth, out, out_stride, columns);
    }
}

// A block of b, cut into tiles of tile_columns columns, each (depth, tile_columns); missing columns are zeros.
struct Pack {
    float* values;

    void columns(const ConstMatrixView& b, Index first_k, Index depth, Index first_column, Index count) const {
        for (Index c = 0; c < count; c += tile_columns) {
            const Index width = std::min(tile_columns, count - c);
            float* const tile = values + c * depth_block;
            for (Index k = 0; k < depth; ++k) {
                const float* const from = b.data() + (first_k + k) * b.outerStride() + first_column + c;
                std::copy_n(from, width, tile + k * tile_columns);
                std::fill(tile + k * tile_columns + width, tile + (k + 1) * tile_columns, 0.0F);
            }
        }
    }

    void rows(const ConstMatrixView& b, Index first_k, Index depth, Index first_row, Index count) const {
        for (Index c = 0; c < count; c += tile_columns) {
            const Index width = std::min(tile_columns, count - c);
            float* const tile = values + c * depth_block;
            if (width < tile_columns) {
                std::fill_n(tile, tile_size, 0.0F);
            }
            for (Index r = 0; r < width; ++r) {
                const float* const from = b.data() + (first_row + c + r) * b.outerStride() + first_k;
                for (Index k = 0; k < depth; ++k) {
                    tile[k * tile_columns + r] = from[k];
                }
            }
        }
    }

    void add_to(const ConstMatrixView& a, Index first_k, Index depth, MatrixView& out, Index first_column,
                Index count) const {
        for (Index c = 0; c < count; c += tile_columns) { // a tile of 4 KiB stays in the first-level cache
            for (Index r = 0; r < a.rows(); r += tile_rows) {
                add_tile(std::min(tile_rows, a.rows() - r), a.data() + r * a.outerStride() + first_k, a.outerStride(),
                         values + c * depth_block, depth, out.data() + r * out.outerStride() + first_column + c,
                         out.outerStride(), std::min(tile_columns, count - c));
            }
        }
    }
};

} // namespace

Multiplier::Multiplier(std::shared_ptr<std::pmr::memory_resource> resource)
    : packed_({packed_floats}, std::move(resource)) {
}

void Multiplier::add_product(const ConstMatrixView& a, const ConstMatrixView& b, MatrixView out) {
    HEADSCOPE_EXPECTS(a.cols() == b.rows() && a.rows() == out.rows() && b.cols() == out.cols());
    const Pack pack{packed_.data()};
    for (Index c = 0; c < b.cols(); c += column_block) {
        const Index count = std::min(column_block, b.cols() - c);
        for (Index k = 0; k < b.rows(); k += depth_block) {
            const Index depth = std::min(depth_block, b.rows() - k);
            pack.columns(b, k, depth, c, count);
            pack.add_to(a, k, depth, out, c, count);
        }
    }
}

void Multiplier::add_product_transposed(const ConstMatrixView& a, const ConstMatrixView& b, MatrixView out) {
    HEADSCOPE_EXPECTS(a.cols() == b.cols() && a.rows() == out.rows() && b.rows() == out.cols());
    const Pack pack{packed_.data()};
    for (Index c = 0; c < b.rows(); c += column_block) {
        const Index count = std::min(column_block, b.rows() - c);
        for (Index k = 0; k < b.cols(); k += depth_block) {
            const Index depth = std::min(depth_block, b.cols() - k);
            pack.rows(b, k, depth, c, count);
            pack.add_to(a, k, depth, out, c, count);
        }
    }
}

} // namespace headscope
