#include "core/kernels/product.h"

#include <QtTest>

#include "tests/support/attention_cases.h"
#include "tests/support/near.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

struct Sizes {
    Index rows, depth, columns;
};

// Below, at and beyond every block and tile of the kernel.
constexpr std::array<Sizes, 9> sizes{{{1, 1, 1},
                                      {3, 5, 7},
                                      {4, 8, 16},
                                      {5, 127, 17},
                                      {6, 128, 33},
                                      {7, 129, 255},
                                      {2, 300, 256},
                                      {13, 64, 257},
                                      {9, 513, 530}}};

ConstMatrixView view(const Matrix& m) {
    return {m.data(), m.rows(), m.cols(), Eigen::OuterStride<>(m.cols())};
}

MatrixView view(Matrix& m) {
    return {m.data(), m.rows(), m.cols(), Eigen::OuterStride<>(m.cols())};
}

Matrix random_matrix(Index rows, Index columns, std::string_view name) {
    return random_tensor({1, rows, columns}, 7, name).matrix(0);
}

Matrix product(const Matrix& a, const Matrix& b) {
    Matrix out = Matrix::Zero(a.rows(), b.cols());
    Multiplier().add_product(view(a), view(b), view(out));
    return out;
}

} // namespace

class ProductTest : public QObject {
    Q_OBJECT

private slots:
    void agrees_with_float64() {
        for (const Sizes& s : sizes) {
            const Matrix a = random_matrix(s.rows, s.depth, "a");
            const Matrix b = random_matrix(s.depth, s.columns, "b");
            const Matrix got = product(a, b);
            const Eigen::MatrixXd want = a.cast<double>() * b.cast<double>();
            // A sum of at most 128 rounded terms, then of the blocks: far below depth * 2^-24 * the sum of |terms|.
            const Eigen::MatrixXd magnitude = a.cast<double>().cwiseAbs() * b.cast<double>().cwiseAbs();
            for (Index i = 0; i < s.rows; ++i) {
                for (Index j = 0; j < s.columns; ++j) {
                    COMPARE_NEAR(got(i, j), want(i, j), 2e-6 * magnitude(i, j));
                }
            }
        }
    }

    void transposed_gives_the_same_bits() {
        for (const Sizes& s : sizes) {
            const Matrix a = random_matrix(s.rows, s.depth, "a");
            const Matrix b = random_matrix(s.depth, s.columns, "b");
            const Matrix b_transposed = b.transpose();
            Matrix out = Matrix::Zero(s.rows, s.columns);
            Multiplier().add_product_transposed(view(a), view(b_transposed), view(out));
            QVERIFY(out == product(a, b));
        }
    }

    void an_element_depends_on_its_row_and_column_alone() {
        const Matrix a = random_matrix(11, 300, "a");
        const Matrix b = random_matrix(300, 270, "b");
        const Matrix all = product(a, b);
        for (Index row = 0; row < a.rows(); ++row) {
            for (Index first : {0, 1, 9, 250}) {
                const Matrix part = product(a.row(row), b.middleCols(first, 20));
                QVERIFY(part == all.block(row, first, 1, 20));
            }
        }
    }

    void zeros_at_the_end_of_the_depth_change_nothing() {
        const Matrix a = random_matrix(5, 140, "a");
        const Matrix b = random_matrix(140, 40, "b");
        Matrix longer_a = Matrix::Zero(5, 290);
        longer_a.leftCols(140) = a;
        Matrix longer_b = random_matrix(290, 40, "c");
        longer_b.topRows(140) = b;
        QVERIFY(product(longer_a, longer_b) == product(a, b));
    }

    void adds_to_what_is_there_and_touches_nothing_else() {
        const Matrix a = random_matrix(6, 20, "a");
        const Matrix b = random_matrix(20, 9, "b");
        Matrix out = Matrix::Constant(8, 13, 2.0F);
        MatrixView inner(out.data() + 1 * 13 + 3, 6, 9, Eigen::OuterStride<>(13));
        Multiplier().add_product(view(a), view(b), inner);
        Matrix want = Matrix::Constant(8, 13, 2.0F);
        want.block(1, 3, 6, 9) += product(a, b);
        QVERIFY(out == want);
    }
};

QTEST_GUILESS_MAIN(ProductTest)
#include "product_test.moc"
