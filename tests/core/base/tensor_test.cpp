#include <cstdint>
#include <numeric>

#include <QtTest>

#include "core/base/tensor.h"

using namespace headscope;

namespace {

Tensor counting(std::vector<Index> shape) {
    Tensor tensor(std::move(shape));
    std::iota(tensor.values().begin(), tensor.values().end(), 0.0F);
    return tensor;
}

} // namespace

class TestTensor : public QObject {
    Q_OBJECT

private slots:
    void a_default_tensor_is_empty() {
        const Tensor tensor;
        QVERIFY(tensor.empty());
        QCOMPARE(tensor.rank(), 0);
        QCOMPARE(tensor.bytes(), 0);
        QVERIFY(tensor.clone().empty());
    }

    void sizes_of_every_rank() {
        const std::vector<std::vector<Index>> shapes = {{7}, {2, 3}, {2, 3, 5}, {2, 3, 5, 7}};
        const std::vector<Index> sizes = {7, 6, 30, 210};
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            const Tensor tensor = Tensor::zeros(shapes[i]);
            QCOMPARE(tensor.shape(), shapes[i]);
            QCOMPARE(tensor.rank(), static_cast<Index>(i) + 1);
            QCOMPARE(tensor.dim(static_cast<Index>(i)), shapes[i].back());
            QCOMPARE(tensor.size(), sizes[i]);
            QCOMPARE(tensor.bytes(), 4 * sizes[i]);
            QCOMPARE(reinterpret_cast<std::uintptr_t>(tensor.data()) % 64, 0U);
            QVERIFY(std::ranges::all_of(tensor.values(), [](float v) { return v == 0.0F; }));
        }
    }

    void t8_no_tokens_is_a_tensor_without_values() {
        Tensor tensor = Tensor::zeros({1, 0, 512});
        QVERIFY(tensor.empty());
        QCOMPARE(tensor.bytes(), 0);
        QCOMPARE(tensor.dim(2), 512);
        QCOMPARE(tensor.matrix(0).rows(), 0);
        QCOMPARE(tensor.head(0, 3, 64).cols(), 64);
        QCOMPARE(tensor.clone().shape(), tensor.shape());
    }

    void a_clone_is_a_copy() {
        Tensor tensor = counting({2, 3});
        const Tensor clone = tensor.clone();
        tensor.data()[4] = -1.0F;
        QCOMPARE(clone.shape(), tensor.shape());
        QCOMPARE_EQ(clone.data()[4], 4.0F);
        QCOMPARE_EQ(clone.data()[5], 5.0F);
    }

    void matrices_of_a_batch() {
        Tensor tensor = counting({2, 3, 4});
        QCOMPARE_EQ(tensor.matrix(1)(2, 3), 23.0F);
        QCOMPARE_EQ(tensor.matrix(0)(1, 0), 4.0F);
        tensor.matrix(1)(0, 0) = -1.0F;
        QCOMPARE_EQ(std::as_const(tensor).matrix(1)(0, 0), -1.0F);
        QCOMPARE_EQ(tensor.data()[12], -1.0F);
    }

    void matrices_of_a_batch_and_head() {
        Tensor tensor = counting({2, 3, 4, 5});
        const ConstMatrixView last = std::as_const(tensor).matrix(1, 2);
        QCOMPARE(last.rows(), 4);
        QCOMPARE(last.cols(), 5);
        QCOMPARE_EQ(last(3, 4), 119.0F);
        tensor.matrix(0, 1)(0, 2) = -1.0F;
        QCOMPARE_EQ(tensor.data()[22], -1.0F);
    }

    void a_head_is_its_own_columns_of_every_row() {
        const Tensor q = counting({2, 3, 8});
        const ConstMatrixView head = q.head(1, 2, 2);
        QCOMPARE(head.rows(), 3);
        QCOMPARE(head.cols(), 2);
        for (Index row = 0; row < 3; ++row) {
            for (Index column = 0; column < 2; ++column) {
                QCOMPARE_EQ(head(row, column), q.matrix(1)(row, 4 + column));
            }
        }
    }

    /// Head outputs lie next to each other in a row, not below each other.
    void v4_concat_row_is_head_0_then_head_1() {
        constexpr float a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
        Tensor concat({1, 2, 4});
        concat.head(0, 0, 2) << a, b, c, d;
        concat.head(0, 1, 2) << e, f, g, h;
        const std::vector<float> values(concat.values().begin(), concat.values().end());
        QCOMPARE(values, (std::vector<float>{a, b, e, f, c, d, g, h}));
    }

    void shapes_read_as_in_numpy() {
        QCOMPARE(shape_text({}), "()");
        QCOMPARE(shape_text(std::vector<Index>{7}), "(7,)");
        QCOMPARE(shape_text(std::vector<Index>{12, 32}), "(12, 32)");
        QCOMPARE(shape_text(std::vector<Index>{1, 0, 8, 512}), "(1, 0, 8, 512)");
    }
};

QTEST_APPLESS_MAIN(TestTensor)
#include "tensor_test.moc"
