#include "core/attention/head_metrics.h"

#include <cmath>
#include <memory>
#include <random>

#include <QtTest>

using namespace headscope;

namespace {

Tensor weights(std::vector<Index> shape, const std::vector<float>& values) {
    Tensor tensor(std::move(shape));
    std::ranges::copy(values, tensor.values().begin());
    return tensor;
}

constexpr double rounding = 1e-15; // a few additions and a logarithm in float64
const double ln2 = std::log(2.0);

bool near(double a, double b) {
    return std::abs(a - b) <= rounding;
}

bool near(const std::optional<double>& a, double b) {
    return a && near(*a, b);
}

} // namespace

class HeadMetricsTest : public QObject {
    Q_OBJECT

private slots:
    void by_hand_without_mask() {
        const HeadMetrics m =
            head_metrics(weights({1, 1, 3, 3}, {0.5F, 0.25F, 0.25F, 0.0F, 1.0F, 0.0F, 0.25F, 0.5F, 0.25F}), Mask())[0];
        QVERIFY(near(m.entropy, (1.5 * ln2 + 0.0 + 1.5 * ln2) / 3));
        QVERIFY(near(m.relative_entropy, ln2 / std::log(3.0)));
        QVERIFY(near(m.distance, (0.25 + 0.5 + 0.0 + 0.5 + 0.5) / 3));
        QVERIFY(near(m.self, (0.5 + 1.0 + 0.25) / 3));
        QVERIFY(near(m.previous, (0.0 + 0.5) / 2));
        QVERIFY(near(m.first, (0.5 + 0.0 + 0.25) / 3));
        QVERIFY(near(m.largest, (0.5 + 1.0 + 0.5) / 3));
        QCOMPARE(m.rows, 3);
    }

    void hidden_keys_are_not_counted() {
        const HeadMetrics m = head_metrics(weights({1, 1, 2, 2}, {1.0F, 0.0F, 0.5F, 0.5F}), Mask::causal())[0];
        QVERIFY(near(m.entropy, ln2 / 2));
        QVERIFY(near(m.relative_entropy, 1.0)); // the first row sees one key and says nothing
        QVERIFY(near(m.distance, 0.25));
        QVERIFY(near(m.self, 0.75));
        QVERIFY(near(m.previous, 0.5));
    }

    void rows_that_see_nothing_are_left_out() {
        const auto matrix = std::make_shared<const MaskMatrix>(MaskMatrix{1, 2, 2, {0, 0, 1, 0}});
        const HeadMetrics m = head_metrics(weights({1, 1, 2, 2}, {0.5F, 0.5F, 1.0F, 0.0F}), Mask::matrix(matrix))[0];
        QCOMPARE(m.rows, 1);
        QCOMPARE_EQ(m.entropy, 0.0);
        QVERIFY(!m.relative_entropy);
        QVERIFY(near(m.distance, 1.0));
        QVERIFY(near(m.self, 0.0));
        QVERIFY(near(m.previous, 1.0));
        const auto nothing = std::make_shared<const MaskMatrix>(MaskMatrix{1, 2, 2, {0, 0, 0, 0}});
        const HeadMetrics none =
            head_metrics(weights({1, 1, 2, 2}, {0.5F, 0.5F, 0.5F, 0.5F}), Mask::matrix(nothing))[0];
        QCOMPARE(none.rows, 0);
        QCOMPARE_EQ(none.largest, 0.0);
        QVERIFY(!none.self && !none.previous && !none.relative_entropy);
    }

    void one_token() {
        const HeadMetrics m = head_metrics(weights({1, 1, 1, 1}, {1.0F}), Mask())[0];
        QCOMPARE_EQ(m.entropy, 0.0);
        QVERIFY(!m.relative_entropy && !m.previous);
        QVERIFY(near(m.self, 1.0));
        QVERIFY(near(m.first, 1.0));
    }

    /// Four keys, two queries: they stand at keys 2 and 3. With two keys and four queries, the first two stand nowhere.
    void queries_stand_at_the_end() {
        const HeadMetrics fewer =
            head_metrics(weights({1, 1, 2, 4}, {0.0F, 0.5F, 0.5F, 0.0F, 1.0F, 0.0F, 0.0F, 0.0F}), Mask())[0];
        QVERIFY(near(fewer.self, 0.25));
        QVERIFY(near(fewer.previous, 0.25));
        QVERIFY(near(fewer.distance, (0.5 + 3.0) / 2));
        const HeadMetrics more =
            head_metrics(weights({1, 1, 4, 2}, {1.0F, 0.0F, 1.0F, 0.0F, 0.75F, 0.25F, 0.25F, 0.75F}), Mask())[0];
        QVERIFY(near(more.self, 0.75));
        QVERIFY(near(more.previous, 0.25));
    }

    /// Heads and batches kept apart, in a real run, against the formulas in long double.
    void a_run_against_the_formulas() {
        constexpr Index batch = 2, heads = 3, n = 7;
        Tensor w({batch, heads, n, n});
        std::mt19937 random(5);
        for (float& value : w.values()) {
            value = static_cast<float>(random() >> 8) / 16777216.0F / n;
        }
        const std::vector<HeadMetrics> metrics = head_metrics(w, Mask());
        QCOMPARE(std::ssize(metrics), heads);
        for (Index h = 0; h < heads; ++h) {
            long double entropy = 0, distance = 0, self = 0;
            for (Index b = 0; b < batch; ++b) {
                for (Index i = 0; i < n; ++i) {
                    for (Index j = 0; j < n; ++j) {
                        const long double value = static_cast<long double>(w.matrix(b, h)(i, j));
                        entropy -= value > 0 ? value * std::log(value) : 0;
                        distance += value * static_cast<long double>(i > j ? i - j : j - i);
                        self += i == j ? value : 0;
                    }
                }
            }
            constexpr double tolerance = 1e-14; // 98 additions in float64
            const HeadMetrics& m = metrics[static_cast<std::size_t>(h)];
            QVERIFY(std::abs(m.entropy - static_cast<double>(entropy / (batch * n))) < tolerance);
            QVERIFY(std::abs(*m.relative_entropy - static_cast<double>(entropy / (batch * n) / std::log(7.0L))) <
                    tolerance);
            QVERIFY(std::abs(m.distance - static_cast<double>(distance / (batch * n))) < tolerance);
            QVERIFY(std::abs(*m.self - static_cast<double>(self / (batch * n))) < tolerance);
            QCOMPARE(m.rows, batch * n);
        }
    }
};

QTEST_GUILESS_MAIN(HeadMetricsTest)
#include "head_metrics_test.moc"
