#include "core/kernels/panel.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <QtTest>

#include "core/kernels/instruction_set.h"
#include "core/kernels/plain.h"
#include "tests/support/attention_cases.h"
#include "tests/support/near.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

// Below, at and beyond the tiles of every instruction set and the blocks of depth.
constexpr std::array<Index, 14> lengths{1, 2, 3, 4, 5, 6, 11, 12, 13, 31, 64, 127, 128, 300};

Tensor panel_of(Index rows, std::string_view name, float gain = 1.0F) {
    Tensor panel = random_tensor({rows, panel_lanes}, 7, name);
    for (float& v : panel.values()) {
        v *= gain;
    }
    return panel;
}

PanelRow row_of(std::string_view name) {
    PanelRow row;
    std::ranges::copy(panel_of(1, name).values(), row.values);
    return row;
}

bool same(const PanelRow& a, const PanelRow& b) {
    return same_bits(a.values, b.values);
}

bool same(const Tensor& a, const Tensor& b) {
    return same_bits(a.values(), b.values());
}

std::vector<std::uint32_t> random_bits(Index rows) {
    std::vector<std::uint32_t> bits(static_cast<std::size_t>(rows));
    const RandomStream stream(3, "bits");
    for (std::size_t i = 0; i < bits.size(); ++i) {
        bits[i] = static_cast<std::uint32_t>(stream.bits(i));
    }
    return bits;
}

/// Units in the last place of float32 at `want`.
double ulps(float got, double want) {
    const double unit = std::ldexp(1.0, std::ilogb(want) - 23);
    return std::abs(static_cast<double>(got) - want) / unit;
}

} // namespace

/// Every kernel of every instruction set that this processor has, against its plain twin, bit by bit.
class PanelTest : public QObject {
    Q_OBJECT

private:
    static void add_sets() {
        QTest::addColumn<QByteArray>("set");
        for (const std::string_view set : instruction_sets()) {
            QTest::newRow(std::string(set).c_str()) << QByteArray(set.data(), static_cast<qsizetype>(set.size()));
        }
    }
    static void take_set() {
        QFETCH(QByteArray, set);
        QVERIFY(use_instruction_set(set.toStdString()));
        QCOMPARE(instruction_set(), std::string_view(set.constData(), static_cast<std::size_t>(set.size())));
    }

private slots:
    void products_data() { add_sets(); }
    void products() {
        take_set();
        for (const Index rows : lengths) {
            for (const Index depth : lengths) {
                const Tensor a = random_tensor({depth + 3, rows + 5}, 1, "a");
                const Tensor panel = panel_of(depth, "panel");
                // Read along its rows and, as values are, along its columns.
                const StridedMatrix across{a.data(), 1, rows + 5};
                Tensor b({rows, depth + 1});
                for (Index r = 0; r < rows; ++r) {
                    for (Index k = 0; k < depth; ++k) {
                        b.data()[r * (depth + 1) + k] = a.data()[k * (rows + 5) + r];
                    }
                }
                for (const bool add : {false, true}) {
                    Tensor got = random_tensor({rows, 40}, 2, "out");
                    Tensor want = got.clone();
                    plain::multiply_panel(across, rows, depth, panel.data(), want.data(), 40, add,
                                          fuses_multiply_add());
                    Tensor along = got.clone();
                    multiply_panel(across, rows, depth, panel.data(), got.data(), 40, add);
                    multiply_panel({b.data(), depth + 1, 1}, rows, depth, panel.data(), along.data(), 40, add);
                    QVERIFY(same(got, want));
                    QVERIFY(same(along, want));
                }
            }
        }
    }

    void products_are_near_float64_data() { add_sets(); }
    void products_are_near_float64() {
        take_set();
        const Index depth = 512;
        const Tensor a = random_tensor({1, depth}, 1, "a");
        const Tensor panel = panel_of(depth, "panel");
        PanelRow got;
        multiply_panel({a.data(), depth, 1}, 1, depth, panel.data(), got.values, panel_lanes, false);
        for (Index lane = 0; lane < panel_lanes; ++lane) {
            double want = 0.0;
            double magnitude = 0.0;
            for (Index k = 0; k < depth; ++k) {
                const double term = static_cast<double>(a.data()[k]) * static_cast<double>(panel.data()[k * 32 + lane]);
                want += term;
                magnitude += std::abs(term);
            }
            // A sum of at most 128 rounded terms, then of the blocks: far below depth * 2^-24 * the sum of |terms|.
            COMPARE_NEAR(got[lane], want, 1e-6 * magnitude);
        }
    }

    void transposing_data() { add_sets(); }
    void transposing() {
        take_set();
        for (const Index columns : lengths) {
            for (const Index count : {0, 1, 3, 4, 17, 31, 32}) {
                const Tensor rows = random_tensor({32, columns + 4}, 1, "rows");
                Tensor got = panel_of(columns, "before");
                Tensor want = got.clone();
                for (const float divisor : {1.0F, 8.0F, 5.6568542F}) {
                    rows_to_panel(rows.data(), columns + 4, count, columns, divisor, got.data());
                    plain::rows_to_panel(rows.data(), columns + 4, count, columns, divisor, want.data());
                    QVERIFY(same(got, want));
                }
                for (const bool past_cache : {false, true}) {
                    Tensor back = random_tensor({32, columns + 4}, 2, "back");
                    Tensor back_want = back.clone();
                    panel_to_rows(got.data(), columns, row_of("factors"), back.data(), columns + 4, count, past_cache);
                    plain::panel_to_rows(want.data(), columns, row_of("factors"), back_want.data(), columns + 4, count);
                    QVERIFY(same(back, back_want));
                }
            }
        }
    }

    void softmax_parts_data() { add_sets(); }
    void softmax_parts() {
        take_set();
        for (const Index rows : lengths) {
            for (const float gain : {0.3F, 5.0F, 100.0F, 2.5e5F, 1e38F}) {
                Tensor got = panel_of(rows, "scores", gain);
                const std::vector<std::uint32_t> bits = random_bits(rows);
                Tensor want = got.clone();
                hide(got.data(), rows, bits.data());
                plain::hide(want.data(), rows, bits.data());
                QVERIFY(same(got, want));
                PanelRow largest;
                largest.fill(-infinity);
                PanelRow largest_want = largest;
                raise_to_largest(got.data(), rows, largest);
                plain::raise_to_largest(want.data(), rows, largest_want);
                QVERIFY(same(largest, largest_want));
                PanelRow sums;
                sums.fill(0.25F);
                PanelRow sums_want = sums;
                exponentials(got.data(), rows, largest, sums);
                plain::exponentials(want.data(), rows, largest_want, sums_want, fuses_multiply_add());
                QVERIFY(same(got, want));
                QVERIFY(same(sums, sums_want));
                QVERIFY(std::ranges::all_of(got.values(), [](float v) { return v >= 0.0F && v <= 1.0F; }));
            }
        }
    }

    void scaling_and_tiles_data() { add_sets(); }
    void scaling_and_tiles() {
        take_set();
        for (const Index rows : lengths) {
            Tensor got = panel_of(rows, "cells");
            for (float& v : got.values()) {
                v = std::abs(v);
            }
            Tensor want = got.clone();
            PanelRow factors = row_of("factors");
            for (float& v : factors.values) {
                v = std::abs(v);
            }
            PanelRow largest, sums, largest_want, sums_want;
            largest_and_sum(got.data(), rows, factors, largest, sums);
            plain::largest_and_sum(want.data(), rows, factors, largest_want, sums_want);
            QVERIFY(same(largest, largest_want));
            QVERIFY(same(sums, sums_want));
            scale_panel(got.data(), rows, factors);
            plain::scale_panel(want.data(), rows, factors);
            QVERIFY(same(got, want));
        }
    }

    void magnitudes_data() { add_sets(); }
    void magnitudes() {
        take_set();
        const float nan = std::numeric_limits<float>::quiet_NaN();
        for (const Index rows : lengths) {
            for (const float odd : {0.0F, -infinity, nan, -nan}) {
                Tensor values = random_tensor({rows, 40}, 3, "values");
                values.data()[(rows - 1) * 40 + 17] = odd;
                PanelRow got = row_of("largest");
                for (float& v : got.values) {
                    v = std::abs(v) - 1.0F > 0.0F ? std::abs(v) - 1.0F : 0.0F;
                }
                PanelRow want = got;
                raise_to_magnitudes(values.data(), 40, rows, got);
                plain::raise_to_magnitudes(values.data(), 40, rows, want);
                QVERIFY(same(got, want));
                QCOMPARE(std::isfinite(got[17]), std::isfinite(odd));
            }
        }
    }

    void products_in_lanes_data() { add_sets(); }
    void products_in_lanes() {
        take_set();
        for (const Index rows : {1, 2, 4, 7}) {
            for (const Index columns : {1, 3, 4, 9}) {
                for (const Index depth : {1, 2, 13, 130}) {
                    const Tensor a = panel_of(rows * (depth + 1), "a");
                    const Tensor b = panel_of(depth * (columns + 2), "b");
                    const LaneMatrix by_row{a.data(), (depth + 1) * panel_lanes, panel_lanes};
                    const LaneMatrix by_column{b.data(), panel_lanes, depth * panel_lanes};
                    for (const bool add : {false, true}) {
                        Tensor got = panel_of(rows * (columns + 1), "out");
                        Tensor want = got.clone();
                        const Index step = (columns + 1) * panel_lanes;
                        multiply_lanes(by_row, by_column, rows, depth, columns, got.data(), step, panel_lanes, add);
                        plain::multiply_lanes(by_row, by_column, rows, depth, columns, want.data(), step, panel_lanes,
                                              add, fuses_multiply_add());
                        QVERIFY(same(got, want));
                    }
                }
            }
        }
    }

    void exponential_is_within_its_bound() {
        double worst = 0.0;
        for (const bool fused : {false, true}) {
            for (int i = 0; i <= 870'000; ++i) {
                const float x = -static_cast<float>(i) * 1e-4F;
                worst = std::max(worst, ulps(plain::exponential(x, fused), std::exp(static_cast<double>(x))));
            }
            QCOMPARE_EQ(plain::exponential(0.0F, fused), 1.0F);
            QCOMPARE_EQ(plain::exponential(-0.0F, fused), 1.0F);
            QCOMPARE_EQ(plain::exponential(-87.00001F, fused), 0.0F);
            QCOMPARE_EQ(plain::exponential(-infinity, fused), 0.0F);
            QVERIFY(plain::exponential(-87.0F, fused) >= std::numeric_limits<float>::min());
        }
        QVERIFY2(worst <= 1.5, qPrintable(QString::number(worst))); // as core/kernels/panel.h promises
    }

    void only_fused_sets_share_bits_with_each_other() {
        std::vector<std::string_view> sets = instruction_sets();
        QVERIFY(!sets.empty());
        std::ranges::sort(sets);
        QVERIFY(std::ranges::adjacent_find(sets) == sets.end());
        QVERIFY(!use_instruction_set("none of them"));
        for (const std::string_view set : instruction_sets()) {
            QVERIFY(use_instruction_set(set));
            QCOMPARE(fuses_multiply_add(), set == "AVX-512" || set == "AVX2" || set == "NEON");
        }
    }
};

QTEST_GUILESS_MAIN(PanelTest)
#include "panel_test.moc"
