#include "core/attention/weight_map.h"

#include <QtTest>

using namespace headscope;

namespace {

ConstMatrixView view(const Matrix& m, Index first, Index count) {
    return {m.data() + first * m.cols(), count, m.cols(), Eigen::OuterStride<>(m.cols())};
}

std::vector<float> values(const Tensor& tensor) {
    return {tensor.values().begin(), tensor.values().end()};
}

// 5 queries x 7 keys; sums of tiles are exact in float64.
Matrix weights() {
    Matrix m(5, 7);
    for (Index i = 0; i < m.rows(); ++i) {
        for (Index j = 0; j < m.cols(); ++j) {
            m(i, j) = static_cast<float>(i * 7 + j) / 64.0F;
        }
    }
    return m;
}

} // namespace

class WeightMapTest : public QObject {
    Q_OBJECT

private slots:
    void a_tile_is_the_largest_and_the_mean_of_the_cells_it_has() {
        WeightMap map = make_weight_map(1, 1, 5, 7, 4);
        reduce_to_tiles(map, 0, 0, 0, view(weights(), 0, 5));
        QCOMPARE(map.largest.shape(), (std::vector<Index>{1, 1, 2, 2}));
        QCOMPARE_EQ(values(map.largest), (std::vector<float>{24 / 64.0F, 27 / 64.0F, 31 / 64.0F, 34 / 64.0F}));
        // 4 x 4, 4 x 3, 1 x 4 and 1 x 3 cells.
        QCOMPARE_EQ(values(map.mean), (std::vector<float>{12.0F / 64.0F, 15.5F / 64.0F, 29.5F / 64.0F, 33.0F / 64.0F}));
        QCOMPARE(map.bytes(), 2 * 4 * 4);
    }

    void rows_can_come_in_pieces_and_heads_in_any_order() {
        const Matrix m = weights();
        WeightMap whole = make_weight_map(2, 3, 5, 7, 2);
        WeightMap pieces = make_weight_map(2, 3, 5, 7, 2);
        for (Index b = 0; b < 2; ++b) {
            for (Index h = 0; h < 3; ++h) {
                const Matrix own = m * static_cast<float>(1 + h + 3 * b);
                reduce_to_tiles(whole, b, h, 0, view(own, 0, 5));
            }
        }
        for (Index b = 1; b >= 0; --b) {
            for (Index h = 2; h >= 0; --h) {
                const Matrix own = m * static_cast<float>(1 + h + 3 * b);
                reduce_to_tiles(pieces, b, h, 4, view(own, 4, 1));
                reduce_to_tiles(pieces, b, h, 0, view(own, 0, 4));
            }
        }
        QCOMPARE_EQ(values(pieces.largest), values(whole.largest));
        QCOMPARE_EQ(values(pieces.mean), values(whole.mean));
        QCOMPARE_EQ(whole.largest.matrix(1, 2)(2, 3), 6 * 34 / 64.0F);
    }

    void tiles_of_one_cell_are_the_weights() {
        const Matrix m = weights();
        WeightMap map = make_weight_map(1, 1, 5, 7, 1);
        reduce_to_tiles(map, 0, 0, 0, view(m, 0, 5));
        QVERIFY(map.largest.matrix(0, 0) == m);
        QVERIFY(map.mean.matrix(0, 0) == m);
    }

    void the_tile_gives_at_most_as_many_rows_as_a_screen() {
        QCOMPARE(map_tile_for(1), 1);
        QCOMPARE(map_tile_for(1024), 1);
        QCOMPARE(map_tile_for(1025), 2);
        QCOMPARE(map_tile_for(2049), 4);
        QCOMPARE(map_tile_for(4096), 4);
        QCOMPARE(map_tile_for(16384), 16);
        QCOMPARE(map_tile_for(1'000'000), 32);
    }
};

QTEST_APPLESS_MAIN(WeightMapTest)
#include "weight_map_test.moc"
