#include "core/kernels/panel.h"

#include "core/kernels/exponential.h"
#include "core/kernels/kernel_table.h"

// This file is compiled once for each instruction set (foreach_target.h includes it again). Nothing of the standard
// library may be instantiated between HWY_BEFORE_NAMESPACE and HWY_AFTER_NAMESPACE: such code would be shared with the
// rest of the program while it uses instructions that not every processor has.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/panel_simd.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace headscope {
namespace HWY_NAMESPACE { // one for each set, so that no two share a symbol
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, 16>; // two vectors of the widest registers fill a row of a panel
using Floats = hn::Vec<Lanes>;
constexpr Lanes lanes_tag;
constexpr Index lanes = hn::MaxLanes(Lanes());

// Sums of a tile of rows x two vectors stay in registers: as many as there are, less two vectors of the panel and one
// factor.
#if HWY_TARGET == HWY_AVX3
constexpr int tile_rows = 12;
#elif HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_NEON
constexpr int tile_rows = 6;
#else
constexpr int tile_rows = 4;
#endif

template <int Rows>
HWY_NOINLINE void multiply_tile(const StridedMatrix a, Index depth, const float* HWY_RESTRICT panel,
                                float* HWY_RESTRICT out, Index out_step, bool add) {
    Floats sums[Rows][2];
#pragma GCC unroll 16
    for (int r = 0; r < Rows; ++r) {
        sums[r][0] = hn::Zero(lanes_tag);
        sums[r][1] = hn::Zero(lanes_tag);
    }
    const float* HWY_RESTRICT factors = a.values;
    for (Index k = 0; k < depth; ++k) {
        const Floats p0 = hn::Load(lanes_tag, panel);
        const Floats p1 = hn::Load(lanes_tag, panel + lanes);
#pragma GCC unroll 16
        for (int r = 0; r < Rows; ++r) {
            const Floats factor = hn::Set(lanes_tag, factors[r * a.row_step]);
            sums[r][0] = hn::MulAdd(factor, p0, sums[r][0]);
            sums[r][1] = hn::MulAdd(factor, p1, sums[r][1]);
        }
        panel += panel_lanes;
        factors += a.depth_step;
    }
#pragma GCC unroll 16
    for (int r = 0; r < Rows; ++r) {
        float* const to = out + r * out_step;
        if (add) {
            sums[r][0] = hn::Add(hn::LoadU(lanes_tag, to), sums[r][0]);
            sums[r][1] = hn::Add(hn::LoadU(lanes_tag, to + lanes), sums[r][1]);
        }
        hn::StoreU(sums[r][0], lanes_tag, to);
        hn::StoreU(sums[r][1], lanes_tag, to + lanes);
    }
}

template <int Rows>
HWY_ATTR void multiply_rows(Index rows, const StridedMatrix a, Index depth, const float* panel, float* out,
                            Index out_step, bool add) {
    if constexpr (Rows > 1) {
        if (rows < Rows) {
            return multiply_rows<Rows - 1>(rows, a, depth, panel, out, out_step, add);
        }
    }
    multiply_tile<Rows>(a, depth, panel, out, out_step, add);
}

// The rows are shared out evenly: 64 are 5 tiles of 11 and one of 9, not 5 of 12 and one of 4.
void multiply_panel(StridedMatrix a, Index rows, Index depth, const float* panel, float* out, Index out_step,
                    bool add) {
    const Index tiles = (rows + tile_rows - 1) / tile_rows;
    for (Index k = 0; k < depth; k += depth_block) {
        const Index deep = HWY_MIN(depth_block, depth - k);
        Index row = 0;
        for (Index tile = 0; tile < tiles; ++tile) {
            const Index left = tiles - tile;
            const Index count = (rows - row + left - 1) / left;
            const StridedMatrix from{a.values + row * a.row_step + k * a.depth_step, a.row_step, a.depth_step};
            for (Index lane = 0; lane < panel_lanes; lane += 2 * lanes) {
                multiply_rows<tile_rows>(count, from, deep, panel + k * panel_lanes + lane, out + row * out_step + lane,
                                         out_step, add || k > 0);
            }
            row += count;
        }
    }
}

#if HWY_TARGET == HWY_SCALAR

void rows_to_panel(const float* rows, Index row_step, Index count, Index columns, float divisor, float* panel) {
    for (Index c = 0; c < columns; ++c) {
        for (Index r = 0; r < panel_lanes; ++r) {
            panel[c * panel_lanes + r] = r < count ? rows[r * row_step + c] / divisor : 0.0F;
        }
    }
}

void panel_to_rows(const float* panel, Index columns, const float* factors, float* rows, Index row_step, Index count,
                   bool) {
    for (Index r = 0; r < count; ++r) {
        for (Index c = 0; c < columns; ++c) {
            rows[r * row_step + c] = panel[c * panel_lanes + r] * factors[r];
        }
    }
}

#else

using Four = hn::FixedTag<float, 4>;

// In every block of four lanes: lane i of v[k] becomes lane k of v[i].
template <class D, class V = hn::Vec<D>>
HWY_INLINE void transpose_blocks(D d, V (&v)[4]) {
    const hn::Repartition<double, D> pairs;
    const V low01 = hn::InterleaveLower(d, v[0], v[1]);
    const V low23 = hn::InterleaveLower(d, v[2], v[3]);
    const V high01 = hn::InterleaveUpper(d, v[0], v[1]);
    const V high23 = hn::InterleaveUpper(d, v[2], v[3]);
    const auto lower = [=](V a, V b) HWY_ATTR {
        return hn::BitCast(d, hn::InterleaveLower(pairs, hn::BitCast(pairs, a), hn::BitCast(pairs, b)));
    };
    const auto upper = [=](V a, V b) HWY_ATTR {
        return hn::BitCast(d, hn::InterleaveUpper(pairs, hn::BitCast(pairs, a), hn::BitCast(pairs, b)));
    };
    v[0] = lower(low01, low23);
    v[1] = upper(low01, low23);
    v[2] = lower(high01, high23);
    v[3] = upper(high01, high23);
}

void rows_to_panel(const float* rows, Index row_step, Index count, Index columns, float divisor, float* panel) {
    const Four four;
    const hn::Vec<Four> by = hn::Set(four, divisor);
    const Index whole = columns / 4 * 4;
    for (Index r = 0; r < panel_lanes; r += 4) {
        const Index here = HWY_MIN(Index{4}, HWY_MAX(Index{0}, count - r));
        for (Index c = 0; c < whole; c += 4) {
            hn::Vec<Four> v[4];
#pragma GCC unroll 4
            for (Index i = 0; i < 4; ++i) {
                v[i] = i < here ? hn::Div(hn::LoadU(four, rows + (r + i) * row_step + c), by) : hn::Zero(four);
            }
            transpose_blocks(four, v);
#pragma GCC unroll 4
            for (Index i = 0; i < 4; ++i) {
                hn::Store(v[i], four, panel + (c + i) * panel_lanes + r);
            }
        }
        for (Index c = whole; c < columns; ++c) {
            for (Index i = 0; i < 4; ++i) {
                panel[c * panel_lanes + r + i] = i < here ? rows[(r + i) * row_step + c] / divisor : 0.0F;
            }
        }
    }
}

// 16 columns of the panel at a time, so that whole cache lines of the rows are written.
constexpr Index columns_at_once = 16;

template <bool PastCache>
HWY_INLINE void columns_to_rows(const float* HWY_RESTRICT panel, const float* HWY_RESTRICT factors,
                                float* HWY_RESTRICT rows, Index row_step, Index count) {
    const Four four;
    HWY_ALIGN float transposed[4][4][lanes]; // four columns of the panel, lane i of each block, blocks
    for (Index lane = 0; lane < count; lane += lanes) {
        const Floats factor = hn::Load(lanes_tag, factors + lane);
#pragma GCC unroll 4
        for (Index group = 0; group < 4; ++group) {
            Floats v[4];
#pragma GCC unroll 4
            for (Index i = 0; i < 4; ++i) {
                v[i] = hn::Mul(hn::Load(lanes_tag, panel + (4 * group + i) * panel_lanes + lane), factor);
            }
            transpose_blocks(lanes_tag, v);
#pragma GCC unroll 4
            for (Index i = 0; i < 4; ++i) {
                hn::Store(v[i], lanes_tag, transposed[group][i]);
            }
        }
        for (Index r = 0; r < HWY_MIN(lanes, count - lane); ++r) {
            float* const to = rows + (lane + r) * row_step;
#pragma GCC unroll 4
            for (Index group = 0; group < 4; ++group) {
                const auto cells = hn::Load(four, transposed[group][r % 4] + r / 4 * 4);
                if (PastCache) {
                    hn::Stream(cells, four, to + 4 * group);
                } else {
                    hn::StoreU(cells, four, to + 4 * group);
                }
            }
        }
    }
}

void panel_to_rows(const float* panel, Index columns, const float* factors, float* rows, Index row_step, Index count,
                   bool past_cache) {
    const bool streams = past_cache && row_step % 4 == 0 && reinterpret_cast<std::uintptr_t>(rows) % 16 == 0;
    const Index whole = columns / columns_at_once * columns_at_once;
    for (Index c = 0; c < whole; c += columns_at_once) {
        if (streams) {
            columns_to_rows<true>(panel + c * panel_lanes, factors, rows + c, row_step, count);
        } else {
            columns_to_rows<false>(panel + c * panel_lanes, factors, rows + c, row_step, count);
        }
    }
    for (Index r = 0; r < count && whole < columns; ++r) {
        for (Index c = whole; c < columns; ++c) {
            rows[r * row_step + c] = panel[c * panel_lanes + r] * factors[r];
        }
    }
    if (streams) {
        hwy::FlushStream();
    }
}

#endif

void hide(float* panel, Index rows, const std::uint32_t* visible) {
    const hn::RebindToSigned<Lanes> bits_tag;
    const Floats hidden = hn::Set(lanes_tag, -__builtin_inff());
    for (Index lane = 0; lane < panel_lanes; lane += lanes) {
        const auto first = hn::Iota(bits_tag, 0);
        const auto bit = hn::Shl(hn::Set(bits_tag, 1), first);
        for (Index row = 0; row < rows; ++row) {
            float* const cells = panel + row * panel_lanes + lane;
            const auto bits = hn::Set(bits_tag, static_cast<std::int32_t>(visible[row] >> lane));
            const auto shown = hn::RebindMask(lanes_tag, hn::TestBit(bits, bit));
            hn::Store(hn::IfThenElse(shown, hn::Load(lanes_tag, cells), hidden), lanes_tag, cells);
        }
    }
}

void raise_to_largest(const float* panel, Index rows, float* largest) {
    for (Index lane = 0; lane < panel_lanes; lane += lanes) {
        Floats most[4];
        most[0] = hn::Load(lanes_tag, largest + lane);
        most[1] = most[2] = most[3] = most[0];
        const float* cells = panel + lane;
        Index row = 0;
        for (; row + 4 <= rows; row += 4) { // four at a time: a maximum waits for the one before
#pragma GCC unroll 4
            for (Index i = 0; i < 4; ++i) {
                most[i] = hn::Max(most[i], hn::Load(lanes_tag, cells + (row + i) * panel_lanes));
            }
        }
        for (; row < rows; ++row) {
            most[0] = hn::Max(most[0], hn::Load(lanes_tag, cells + row * panel_lanes));
        }
        hn::Store(hn::Max(hn::Max(most[0], most[1]), hn::Max(most[2], most[3])), lanes_tag, largest + lane);
    }
}

HWY_INLINE Floats exponential_of(Floats x) {
    using namespace exponential;
    const hn::RebindToSigned<Lanes> bits_tag;
    const Floats shift = hn::Set(lanes_tag, to_integer);
    const Floats shifted = hn::MulAdd(x, hn::Set(lanes_tag, reciprocal_ln2), shift);
    const Floats n = hn::Sub(shifted, shift);
    const Floats r = hn::NegMulAdd(n, hn::Set(lanes_tag, ln2_low), hn::NegMulAdd(n, hn::Set(lanes_tag, ln2_high), x));
    const Floats one = hn::Set(lanes_tag, 1.0F);
    Floats p = hn::MulAdd(r, hn::Set(lanes_tag, c6), hn::Set(lanes_tag, c5));
    p = hn::MulAdd(p, r, hn::Set(lanes_tag, c4));
    p = hn::MulAdd(p, r, hn::Set(lanes_tag, c3));
    p = hn::MulAdd(p, r, hn::Set(lanes_tag, c2));
    p = hn::MulAdd(p, r, one);
    p = hn::MulAdd(p, r, one);
    const auto power = hn::Add(hn::BitCast(bits_tag, p), hn::ShiftLeft<23>(hn::BitCast(bits_tag, shifted)));
    return hn::IfThenElseZero(hn::Ge(x, hn::Set(lanes_tag, smallest)), hn::BitCast(lanes_tag, power));
}

void exponentials(float* panel, Index rows, const float* largest, float* sums) {
    for (Index lane = 0; lane < panel_lanes; lane += lanes) {
        const Floats most = hn::Max(hn::Load(lanes_tag, largest + lane), hn::Set(lanes_tag, hwy::LowestValue<float>()));
        Floats total = hn::Load(lanes_tag, sums + lane);
        for (Index block = 0; block < rows; block += depth_block) {
            const Index end = HWY_MIN(rows, block + depth_block);
            Floats sum[4];
            sum[0] = sum[1] = sum[2] = sum[3] = hn::Zero(lanes_tag);
            const auto next = [&](Index row, Floats& of) HWY_ATTR {
                float* const cells = panel + row * panel_lanes + lane;
                const Floats e = exponential_of(hn::Sub(hn::Load(lanes_tag, cells), most));
                hn::Store(e, lanes_tag, cells);
                of = hn::Add(of, e);
            };
            Index row = block;
            for (; row + 4 <= end; row += 4) {
                next(row, sum[0]);
                next(row + 1, sum[1]);
                next(row + 2, sum[2]);
                next(row + 3, sum[3]);
            }
            for (Index i = 0; row < end; ++row, ++i) {
                next(row, sum[i]);
            }
            total = hn::Add(total, hn::Add(hn::Add(sum[0], sum[1]), hn::Add(sum[2], sum[3])));
        }
        hn::Store(total, lanes_tag, sums + lane);
    }
}

// As integers the bits of numbers without a sign have the order of the numbers, then infinity, then what is no number.
void raise_to_magnitudes(const float* values, Index row_step, Index rows, float* largest) {
    const hn::RebindToSigned<Lanes> bits_tag;
    const auto no_sign = hn::Set(bits_tag, 0x7fffffff);
    for (Index lane = 0; lane < panel_lanes; lane += lanes) {
        auto most = hn::BitCast(bits_tag, hn::Load(lanes_tag, largest + lane));
        for (Index row = 0; row < rows; ++row) {
            const auto bits = hn::BitCast(bits_tag, hn::LoadU(lanes_tag, values + row * row_step + lane));
            most = hn::Max(most, hn::And(bits, no_sign));
        }
        hn::Store(hn::BitCast(lanes_tag, most), lanes_tag, largest + lane);
    }
}

void scale_panel(float* panel, Index rows, const float* factors) {
    for (Index lane = 0; lane < panel_lanes; lane += lanes) {
        const Floats factor = hn::Load(lanes_tag, factors + lane);
        for (Index row = 0; row < rows; ++row) {
            float* const cells = panel + row * panel_lanes + lane;
            hn::Store(hn::Mul(hn::Load(lanes_tag, cells), factor), lanes_tag, cells);
        }
    }
}

void largest_and_sum(const float* panel, Index rows, const float* factors, float* largest, float* sums) {
    for (Index lane = 0; lane < panel_lanes; lane += lanes) {
        const Floats factor = hn::Load(lanes_tag, factors + lane);
        Floats most = hn::Zero(lanes_tag);
        Floats sum = hn::Zero(lanes_tag);
        for (Index row = 0; row < rows; ++row) {
            const Floats v = hn::Mul(hn::Load(lanes_tag, panel + row * panel_lanes + lane), factor);
            most = hn::Max(most, v);
            sum = hn::Add(sum, v);
        }
        hn::Store(most, lanes_tag, largest + lane);
        hn::Store(sum, lanes_tag, sums + lane);
    }
}

// A tile of cells, one vector of each: as many as the registers hold beside what they are made of.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON
constexpr int cell_rows = 4;
#else
constexpr int cell_rows = 2;
#endif
constexpr int cell_columns = 4;

struct LaneProduct {
    LaneMatrix a;
    LaneMatrix b;
    Index depth;
    float* out;
    Index row_step;
    Index column_step;
    bool add;
};

template <int Rows, int Columns>
HWY_NOINLINE void multiply_cells(const LaneProduct& of, Index row, Index column, Index lane) {
    Floats sums[Rows][Columns];
#pragma GCC unroll 4
    for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
        for (int c = 0; c < Columns; ++c) {
            sums[r][c] = hn::Zero(lanes_tag);
        }
    }
    const float* HWY_RESTRICT a = of.a.values + row * of.a.row_step + lane;
    const float* HWY_RESTRICT b = of.b.values + column * of.b.column_step + lane;
    for (Index k = 0; k < of.depth; ++k) {
        Floats factors[Rows];
#pragma GCC unroll 4
        for (int r = 0; r < Rows; ++r) {
            factors[r] = hn::Load(lanes_tag, a + r * of.a.row_step);
        }
#pragma GCC unroll 4
        for (int c = 0; c < Columns; ++c) {
            const Floats other = hn::Load(lanes_tag, b + c * of.b.column_step);
#pragma GCC unroll 4
            for (int r = 0; r < Rows; ++r) {
                sums[r][c] = hn::MulAdd(factors[r], other, sums[r][c]);
            }
        }
        a += of.a.column_step;
        b += of.b.row_step;
    }
#pragma GCC unroll 4
    for (int r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
        for (int c = 0; c < Columns; ++c) {
            float* const to = of.out + (row + r) * of.row_step + (column + c) * of.column_step + lane;
            hn::Store(of.add ? hn::Add(hn::Load(lanes_tag, to), sums[r][c]) : sums[r][c], lanes_tag, to);
        }
    }
}

template <int Rows>
HWY_ATTR void multiply_cells_of_rows(const LaneProduct& of, Index row, Index columns, Index lane) {
    Index column = 0;
    for (; column + cell_columns <= columns; column += cell_columns) {
        multiply_cells<Rows, cell_columns>(of, row, column, lane);
    }
    for (; column < columns; ++column) {
        multiply_cells<Rows, 1>(of, row, column, lane);
    }
}

void multiply_lanes(LaneMatrix a, LaneMatrix b, Index rows, Index depth, Index columns, float* out, Index out_row_step,
                    Index out_column_step, bool add) {
    const LaneProduct of{a, b, depth, out, out_row_step, out_column_step, add};
    for (Index lane = 0; lane < panel_lanes; lane += lanes) {
        Index row = 0;
        for (; row + cell_rows <= rows; row += cell_rows) {
            multiply_cells_of_rows<cell_rows>(of, row, columns, lane);
        }
        for (; row < rows; ++row) {
            multiply_cells_of_rows<1>(of, row, columns, lane);
        }
    }
}

constexpr const char* set_name() {
#if HWY_TARGET == HWY_AVX3
    return "AVX-512";
#elif HWY_TARGET == HWY_AVX2
    return "AVX2";
#elif HWY_TARGET == HWY_SSSE3
    return "SSSE3";
#elif HWY_TARGET == HWY_NEON
    return "NEON";
#else
    return "portable";
#endif
}

} // namespace

KernelTable make_kernel_table() {
    return {set_name(),       HWY_NATIVE_FMA != 0, multiply_panel,      rows_to_panel, panel_to_rows,   hide,
            raise_to_largest, exponentials,        raise_to_magnitudes, scale_panel,   largest_and_sum, multiply_lanes};
}

} // namespace HWY_NAMESPACE
} // namespace headscope
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include "core/kernels/instruction_set.h"

#include <cstdlib>

namespace headscope {

namespace {

HWY_EXPORT(make_kernel_table);

// Best first. Highway gives the best that is allowed, so one after the other is allowed alone.
std::vector<KernelTable> all_tables() {
    std::vector<KernelTable> tables;
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().Update(hwy::SupportedTargets());
        tables.push_back(HWY_DYNAMIC_DISPATCH(make_kernel_table)());
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return tables;
}

struct Tables {
    std::vector<KernelTable> all = all_tables();
    const KernelTable* used = all.data();

    Tables() {
        if (const char* const wanted = std::getenv("HEADSCOPE_INSTRUCTION_SET")) {
            use(wanted);
        }
    }

    bool use(std::string_view name) {
        for (const KernelTable& table : all) {
            if (table.name == name) {
                used = &table;
                return true;
            }
        }
        return false;
    }
};

Tables& tables() {
    static Tables tables;
    return tables;
}

} // namespace

const KernelTable& kernel_table() {
    return *tables().used;
}

std::string_view instruction_set() {
    return kernel_table().name;
}

std::vector<std::string_view> instruction_sets() {
    std::vector<std::string_view> names;
    for (const KernelTable& table : tables().all) {
        names.push_back(table.name);
    }
    return names;
}

bool use_instruction_set(std::string_view name) {
    return tables().use(name);
}

bool fuses_multiply_add() {
    return kernel_table().fuses_multiply_add;
}

} // namespace headscope

#endif
