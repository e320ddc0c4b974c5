#include "core/io/npy.h"

#include <cmath>
#include <limits>

#include "io_support.h"

using namespace headscope;

namespace {

const std::vector<float> table{0, 1, 2, 3, 100, 127};
constexpr float inf = std::numeric_limits<float>::infinity();

std::string sample(const std::string& name) {
    return data_file("npy/" + name + ".npy");
}

} // namespace

class NpyTest : public QObject {
    Q_OBJECT

private slots:
    void every_type_and_order_gives_the_same_numbers_data() {
        QTest::addColumn<QString>("name");
        for (const char* type : {"i1",         "i2",
                                 "i4",         "i8",
                                 "u1",         "u2",
                                 "u4",         "u8",
                                 "f2",         "f4",
                                 "f8",         "i2_big",
                                 "i4_big",     "i8_big",
                                 "u2_big",     "u4_big",
                                 "u8_big",     "f2_big",
                                 "f4_big",     "f8_big",
                                 "f4_fortran", "f8_big_fortran",
                                 "version2",   "version3"}) {
            QTest::newRow(type) << QStringLiteral("table_") + type;
        }
    }
    void every_type_and_order_gives_the_same_numbers() {
        QFETCH(QString, name);
        const Tensor array = read_npy(sample(name.toStdString())).value();
        QCOMPARE(array.shape(), (std::vector<Index>{2, 3}));
        QCOMPARE_EQ(list(array.values()), table);
    }

    void booleans_are_0_and_1() {
        QCOMPARE_EQ(list(read_npy(sample("table_bool")).value().values()), (std::vector<float>{0, 0, 0, 1, 1, 1}));
    }

    void fortran_order_is_turned_in_every_rank() {
        const Tensor c = read_npy(sample("cube_c")).value();
        const Tensor fortran = read_npy(sample("cube_fortran")).value();
        QCOMPARE(c.shape(), (std::vector<Index>{2, 3, 4}));
        QCOMPARE(fortran.shape(), c.shape());
        QCOMPARE_EQ(list(fortran.values()), list(c.values()));
        const Tensor rank4 = read_npy(sample("rank4_fortran")).value();
        for (Index i = 0; i < 16; ++i) {
            QCOMPARE_EQ(rank4.values()[i], static_cast<float>(i));
        }
    }

    void ranks_0_to_4_are_read_and_5_is_refused() {
        const Tensor number = read_npy(sample("rank0")).value();
        QCOMPARE(number.shape(), std::vector<Index>{1});
        QCOMPARE_EQ(number.values()[0], 2.5F);
        QCOMPARE_EQ(list(read_npy(sample("rank1")).value().values()), (std::vector<float>{1.5F, -2.5F}));
        const Tensor empty = read_npy(sample("empty")).value();
        QCOMPARE(empty.shape(), (std::vector<Index>{0, 3}));
        COMPARE_ERROR(read_npy(sample("rank5")), ErrorCode::array_wrong_rank, sample("rank5"), "(1, 1, 1, 1, 1)",
                      "() / (a,) / (a, b) / (a, b, c) / (a, b, c, d)");
    }

    void extremes_are_rounded_once() {
        QCOMPARE_EQ(list(read_npy(sample("negative_i1")).value().values()), (std::vector<float>{-128, -1}));
        QCOMPARE_EQ(list(read_npy(sample("extremes_i8")).value().values()), (std::vector<float>{-0x1p63F, 0x1p63F}));
        QCOMPARE_EQ(list(read_npy(sample("extremes_u8")).value().values()), (std::vector<float>{0x1p64F, 0x1p24F}));
        // 1 + 2^-24 is half way and goes to the even 1; a little more goes up. 2^-149 is the smallest float32.
        QCOMPARE_EQ(list(read_npy(sample("rounding_f8")).value().values()),
                    (std::vector<float>{0.1F, 1.0F, 1.0F + 0x1p-23F, 0x1p-149F, 0.0F}));
        QCOMPARE_EQ(list(read_npy(sample("small_f2")).value().values()),
                    (std::vector<float>{0x1p-24F, -0x1p-14F, 65504.0F, 0.333251953125F}));
    }

    void read_npy_keeps_what_is_not_finite() {
        const Tensor array = read_npy(sample("nan")).value();
        QVERIFY(std::isnan(array.values()[5]));
        QCOMPARE_EQ(array.values()[6], inf);
        QCOMPARE_EQ(read_npy(sample("beyond_float32")).value().values()[3], -inf);
    }

    void files_that_cannot_be_read_say_so() {
        const std::string absent = sample("absent");
        COMPARE_ERROR(read_npy(absent), ErrorCode::file_not_found, absent);
        COMPARE_ERROR(read_npy_input(absent), ErrorCode::file_not_found, absent);
        COMPARE_ERROR(read_npy_mask(absent), ErrorCode::file_not_found, absent);
        COMPARE_ERROR(read_npy(data_file("npy")), ErrorCode::file_unreadable, data_file("npy"), EISDIR);
    }

    void an_input_gets_a_batch_axis() {
        const NpyInput matrix = read_npy_input(sample("table_f8_big_fortran")).value();
        QVERIFY(!matrix.batched);
        QCOMPARE(matrix.values->shape(), (std::vector<Index>{1, 2, 3}));
        QCOMPARE_EQ(list(matrix.values->values()), table);
        const NpyInput batch = read_npy_input(sample("cube_fortran")).value();
        QVERIFY(batch.batched);
        QCOMPARE(batch.values->shape(), (std::vector<Index>{2, 3, 4}));
    }

    void inputs_that_do_not_fit_are_refused() {
        const char* accepted = "(n, d_model) / (batch, n, d_model)";
        const auto refused = [](const char* name) { return read_npy_input(sample(name)); };
        COMPARE_ERROR(refused("rank1"), ErrorCode::array_wrong_rank, sample("rank1"), "(2,)", accepted);
        COMPARE_ERROR(refused("rank0"), ErrorCode::array_wrong_rank, sample("rank0"), "()", accepted);
        COMPARE_ERROR(refused("rank5"), ErrorCode::array_wrong_rank, sample("rank5"), "(1, 1, 1, 1, 1)", accepted);
        COMPARE_ERROR(refused("empty"), ErrorCode::array_empty, sample("empty"), "(0, 3)");
        COMPARE_ERROR(refused("table_i4"), ErrorCode::npy_unsupported_type, sample("table_i4"), "<i4");
        COMPARE_ERROR(refused("table_bool"), ErrorCode::npy_unsupported_type, sample("table_bool"), "|b1");
        COMPARE_ERROR(refused("table_f2"), ErrorCode::npy_unsupported_type, sample("table_f2"), "<f2");
    }

    void inputs_that_are_not_finite_name_value_and_place() {
        const auto refused = [](const char* name) { return read_npy_input(sample(name)); };
        COMPARE_ERROR(refused("nan"), ErrorCode::array_not_finite, sample("nan"), "nan", "(1, 0, 1)");
        // In C order the infinity of row 0 comes before the NaN of row 1, which lies first in the file.
        COMPARE_ERROR(refused("inf_fortran"), ErrorCode::array_not_finite, sample("inf_fortran"), "inf", "(0, 2)");
        COMPARE_ERROR(refused("beyond_float32"), ErrorCode::array_not_finite, sample("beyond_float32"), "-inf",
                      "(1, 1)");
    }

    void masks_of_every_type_hide_exactly_the_zeros() {
        for (const char* name : {"table_i1", "table_u8_big", "table_f2", "table_f4_fortran", "table_f8"}) {
            const auto mask = read_npy_mask(sample(name)).value();
            QCOMPARE(mask->batches, Index{1});
            QCOMPARE(mask->n_q, Index{2});
            QCOMPARE(mask->n_k, Index{3});
            QCOMPARE(mask->visible, (std::vector<std::uint8_t>{0, 1, 1, 1, 1, 1}));
        }
        QCOMPARE(read_npy_mask(sample("table_bool")).value()->visible, (std::vector<std::uint8_t>{0, 0, 0, 1, 1, 1}));
        const auto batch = read_npy_mask(sample("cube_fortran")).value();
        QCOMPARE(batch->batches, Index{2});
        QCOMPARE(batch->n_q, Index{3});
        QCOMPARE(batch->n_k, Index{4});
        QCOMPARE(batch->visible[0], std::uint8_t{0});
        QCOMPARE(std::ranges::count(batch->visible, 1), 23);
    }

    void masks_are_not_rounded() {
        // 2^-60, 0, -0, the smallest float64, and two beyond float32.
        QCOMPARE(read_npy_mask(sample("mask_tiny_f8")).value()->visible, (std::vector<std::uint8_t>{1, 0, 0, 1, 1, 1}));
        QCOMPARE(read_npy_mask(sample("mask_large_u8")).value()->visible, (std::vector<std::uint8_t>{1, 0, 0, 1}));
    }

    void masks_that_do_not_fit_are_refused() {
        const char* accepted = "(n_q, n_k) / (batch, n_q, n_k)";
        const auto refused = [](const char* name) { return read_npy_mask(sample(name)); };
        COMPARE_ERROR(refused("rank1"), ErrorCode::array_wrong_rank, sample("rank1"), "(2,)", accepted);
        COMPARE_ERROR(refused("rank4_fortran"), ErrorCode::array_wrong_rank, sample("rank4_fortran"), "(2, 2, 2, 2)",
                      accepted);
        COMPARE_ERROR(refused("empty"), ErrorCode::array_empty, sample("empty"), "(0, 3)");
        COMPARE_ERROR(refused("nan"), ErrorCode::array_not_finite, sample("nan"), "nan", "(1, 0, 1)");
        COMPARE_ERROR(refused("inf_fortran"), ErrorCode::array_not_finite, sample("inf_fortran"), "inf", "(0, 2)");
        COMPARE_ERROR(refused("complex"), ErrorCode::npy_unsupported_type, sample("complex"), "<c8");
    }

    void v13_a_mask_to_be_added_to_scores_is_refused() {
        COMPARE_ERROR(read_npy_mask(sample("mask_added")), ErrorCode::array_not_finite, sample("mask_added"), "-inf",
                      "(0, 1)");
    }

    void written_arrays_are_as_numpy_writes_them() {
        const std::vector<float> values{0, 1, 2, 3, 100, 127};
        const std::vector<Index> shape{2, 3};
        QCOMPARE(npy_bytes(shape, values), bytes_of(sample("table_f4")));
        const std::vector<float> two{1.5F, -2.5F};
        QCOMPARE(npy_bytes(std::vector<Index>{2}, two), bytes_of(sample("rank1")));
        QCOMPARE(npy_bytes({}, std::vector<float>{2.5F}), bytes_of(sample("rank0")));
        QCOMPARE(npy_bytes(std::vector<Index>{0, 3}, {}), bytes_of(sample("empty")));
    }

    void written_arrays_are_read_back() {
        const ScratchFolder folder;
        const std::vector<float> values{0.1F, -0.0F, std::numeric_limits<float>::denorm_min(), 3e38F};
        const std::vector<Index> shape{2, 1, 2, 1};
        const Tensor array = read_npy(folder.file("x.npy", npy_bytes(shape, values))).value();
        QCOMPARE(array.shape(), shape);
        QCOMPARE_EQ(list(array.values()), values);
        QVERIFY(std::signbit(array.values()[1]));
    }

    void the_reference_cases_are_read() {
        const NpyInput x = read_npy_input(data_file("attention/self_h4/x.npy")).value();
        QCOMPARE(x.values->shape(), (std::vector<Index>{1, 7, 16}));
        QCOMPARE_EQ(x.values->values().front(), -0x1.e7aa3p-7F);
        QCOMPARE_EQ(x.values->values().back(), 0x1.9ef086p-3F);
        const Tensor want = read_npy(data_file("attention/cross/want_attention.npy")).value();
        QCOMPARE(want.shape(), (std::vector<Index>{3, 5, 9}));
        QCOMPARE_EQ(want.values().back(), 0x1.2abe68p-4F);
        const auto mask = read_npy_mask(data_file("attention/padding/mask.npy")).value();
        QCOMPARE(mask->visible.size(), std::size_t{81});
        for (std::size_t cell = 0; cell < 81; ++cell) {
            QCOMPARE(mask->visible[cell], cell % 9 < 7 ? std::uint8_t{1} : std::uint8_t{0});
        }
    }
};

QTEST_GUILESS_MAIN(NpyTest)
#include "npy_test.moc"
