#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include <QtTest>

#include "core/base/random.h"
#include "tests/support/near.h"

using namespace headscope;

namespace {

constexpr std::size_t million = 1'000'000;
/// Bounds below are this many standard errors of the statistic; the numbers are fixed, so a pass stays a pass.
constexpr double deviations = 5.0;

struct Moments {
    double mean = 0.0;
    double variance = 0.0;
    double skewness = 0.0;
    double kurtosis = 0.0;
};

Moments moments(const std::vector<float>& values) {
    const auto n = static_cast<double>(values.size());
    Moments m;
    for (const float v : values) {
        m.mean += v / n;
    }
    for (const float v : values) {
        const double d = v - m.mean;
        m.variance += d * d / n;
        m.skewness += d * d * d / n;
        m.kurtosis += d * d * d * d / n;
    }
    m.skewness /= std::pow(m.variance, 1.5);
    m.kurtosis /= m.variance * m.variance;
    return m;
}

std::vector<std::uint8_t> kept(std::uint64_t seed, std::uint32_t batch, std::uint32_t head, std::uint32_t query,
                               double p, std::size_t n) {
    std::vector<std::uint8_t> keep(n, 7);
    dropout_keep(seed, batch, head, query, p, keep);
    return keep;
}

double share_of_ones(const std::vector<std::uint8_t>& keep) {
    return static_cast<double>(std::ranges::count(keep, 1)) / static_cast<double>(keep.size());
}

/// Share of positions where both agree.
double agreement(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
    std::size_t same = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        same += a[i] == b[i] ? 1 : 0;
    }
    return static_cast<double>(same) / static_cast<double>(a.size());
}

} // namespace

class TestRandom : public QObject {
    Q_OBJECT

private slots:
    /// Known answers of Random123, the authors' own implementation (kat_vectors, philox4x32, 10 rounds).
    void philox_known_answers() {
        using Words = PhiloxCounter;
        constexpr std::uint32_t ones = 0xffffffff;
        QVERIFY(philox4x32_10({0, 0, 0, 0}, {0, 0}) == (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
        QVERIFY(philox4x32_10({ones, ones, ones, ones}, {ones, ones}) ==
                (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
        QVERIFY(philox4x32_10({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
                (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
    }

    /// Goldens of this and the next test: an independent implementation in Python from the header's description.
    void names_hash_to_fixed_values() {
        QCOMPARE(hash_name(""), 0xefd01f60ba992926U);
        QCOMPARE(hash_name("a"), 0x82a2a958a9bece5bU);
        QCOMPARE(hash_name("W_q.weight"), 0xe4d0b9f26f4b887bU);
    }

    void streams_give_fixed_values() {
        const RandomStream x(42, "x");
        QCOMPARE(x.bits(0), 0xfe429e397fa81d47U);
        QCOMPARE(x.bits(1), 0xf5ffecb6c863eeedU);
        QCOMPARE(x.bits(5), 0x76bd8304c6eaa976U);
        QCOMPARE(x.bits(8589934593), 0xfe12ff422cd7f864U);
        QCOMPARE(RandomStream(18446744073709551615U, "").bits(2), 0x12cfa52a9beb179U);
        QCOMPARE(RandomStream(4294967296, "x").bits(0), 0x8df99e9ed4cffdb3U);

        QCOMPARE_EQ(x.uniform(0), 0x1.fea074p-2F);
        QCOMPARE_EQ(x.uniform(5), 0x1.0c69dcp-1F);
        QCOMPARE_EQ(x.uniform(8589934593), 0x1.0ce5fp-4F);
        COMPARE_NEAR(x.normal(0), 2.467869714349581, 1e-15); // Python's logarithm may round otherwise
        COMPARE_NEAR(x.normal(1), 1.7616568109615096, 1e-15);
        COMPARE_NEAR(x.normal(5), -0.09079127758300001, 1e-16);
    }

    void seed_and_name_both_matter() {
        QVERIFY(RandomStream(1, "a").bits(0) != RandomStream(2, "a").bits(0));
        QVERIFY(RandomStream(1, "a").bits(0) != RandomStream(1, "b").bits(0));
        QVERIFY(RandomStream(1, "a").bits(0) != RandomStream(1ULL << 63, "a").bits(0));
    }

    void filling_gives_the_same_numbers_as_asking_one_by_one() {
        const RandomStream stream(7, "fill");
        for (std::size_t n = 0; n <= 9; ++n) {
            std::vector<float> uniform(n);
            std::vector<float> normal(n);
            stream.fill_uniform(uniform);
            stream.fill_normal(normal);
            for (std::size_t i = 0; i < n; ++i) {
                QCOMPARE_EQ(uniform[i], stream.uniform(i));
                QCOMPARE_EQ(normal[i], static_cast<float>(stream.normal(i)));
            }
        }
    }

    void uniform_is_uniform() {
        std::vector<float> values(million);
        RandomStream(42, "uniform").fill_uniform(values);
        std::array<double, 256> cells{};
        for (const float v : values) {
            QVERIFY(v >= 0.0F && v < 1.0F);
            QCOMPARE_EQ(v * 0x1p24F, std::floor(v * 0x1p24F));
            cells[static_cast<std::size_t>(v * 256)] += 1.0;
        }
        const double expected = static_cast<double>(million) / 256;
        double chi_square = 0.0;
        for (const double count : cells) {
            chi_square += (count - expected) * (count - expected) / expected;
        }
        COMPARE_NEAR(chi_square, 255.0, deviations * std::sqrt(2.0 * 255.0));
        const Moments m = moments(values);
        COMPARE_NEAR(m.mean, 0.5, deviations * std::sqrt(1.0 / 12.0 / million));
        COMPARE_NEAR(m.variance, 1.0 / 12.0, deviations * std::sqrt(1.0 / 180.0 / million));
    }

    void normal_is_standard_normal() {
        std::vector<float> values(million);
        RandomStream(42, "normal").fill_normal(values);
        const Moments m = moments(values);
        COMPARE_NEAR(m.mean, 0.0, deviations * std::sqrt(1.0 / million));
        COMPARE_NEAR(m.variance, 1.0, deviations * std::sqrt(2.0 / million));
        COMPARE_NEAR(m.skewness, 0.0, deviations * std::sqrt(6.0 / million));
        COMPARE_NEAR(m.kurtosis, 3.0, deviations * std::sqrt(24.0 / million));
        // P(|x| > 3) = 0.0026998
        const auto beyond = std::ranges::count_if(values, [](float v) { return std::abs(v) > 3.0F; });
        COMPARE_NEAR(beyond, 2699.8, deviations * std::sqrt(2699.8));
    }

    void v17_dropout_drops_with_probability_p_data() {
        QTest::addColumn<double>("p");
        for (const double p : {0.001, 0.1, 0.5, 0.9}) {
            QTest::addRow("%g", p) << p;
        }
    }

    void v17_dropout_drops_with_probability_p() {
        QFETCH(double, p);
        const std::vector<std::uint8_t> keep = kept(42, 0, 0, 0, p, million);
        QVERIFY(std::ranges::all_of(keep, [](std::uint8_t k) { return k <= 1; }));
        COMPARE_NEAR(share_of_ones(keep), 1.0 - p, deviations * std::sqrt(p * (1.0 - p) / million));
    }

    void v17_dropout_with_p_0_keeps_all() { QCOMPARE_EQ(share_of_ones(kept(42, 1, 2, 3, 0.0, million)), 1.0); }

    void dropout_gives_fixed_cells() {
        const std::vector<std::uint8_t> half = {1, 0, 1, 1, 1, 0, 0, 1, 1, 1, 0, 1, 0, 0, 1, 1};
        QCOMPARE(kept(42, 0, 0, 0, 0.5, half.size()), half);
        std::vector<std::uint8_t> tenth(32, 1);
        tenth[4] = 0;
        tenth[20] = 0;
        QCOMPARE(kept(42, 3, 7, 1000, 0.1, tenth.size()), tenth);
    }

    void dropout_of_a_key_does_not_depend_on_the_number_of_keys() {
        const std::vector<std::uint8_t> longest = kept(42, 0, 1, 2, 0.3, 67);
        for (std::size_t n = 0; n <= longest.size(); ++n) {
            const std::vector<std::uint8_t> keep = kept(42, 0, 1, 2, 0.3, n);
            QVERIFY(std::ranges::equal(keep, std::span(longest).first(n)));
        }
    }

    void dropout_of_cells_is_independent() {
        constexpr std::size_t n = 100'000;
        const double bound = deviations * std::sqrt(0.25 / n);
        const std::vector<std::uint8_t> keep = kept(42, 1, 1, 1, 0.5, n);
        COMPARE_NEAR(agreement(keep, kept(43, 1, 1, 1, 0.5, n)), 0.5, bound);
        COMPARE_NEAR(agreement(keep, kept(42, 0, 1, 1, 0.5, n)), 0.5, bound);
        COMPARE_NEAR(agreement(keep, kept(42, 1, 0, 1, 0.5, n)), 0.5, bound);
        COMPARE_NEAR(agreement(keep, kept(42, 1, 1, 0, 0.5, n)), 0.5, bound);
        std::vector<std::uint8_t> neighbour(keep.begin() + 1, keep.end());
        neighbour.push_back(keep.front());
        COMPARE_NEAR(agreement(keep, neighbour), 0.5, bound);
    }

    void dropping_more_keeps_what_was_dropped() {
        const std::vector<std::uint8_t> little = kept(42, 0, 0, 0, 0.1, 4096);
        const std::vector<std::uint8_t> much = kept(42, 0, 0, 0, 0.6, 4096);
        for (std::size_t i = 0; i < little.size(); ++i) {
            QVERIFY(much[i] <= little[i]);
        }
    }
};

QTEST_APPLESS_MAIN(TestRandom)
#include "random_test.moc"
