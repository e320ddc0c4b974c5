#include "core/attention/softmax.h"

#include <limits>

#include <QtTest>

#include "tests/support/attention_cases.h"
#include "tests/support/near.h"
#include "tests/support/reference_attention.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

constexpr float float_max = std::numeric_limits<float>::max();

std::vector<float> softmax(const std::vector<float>& scores, const std::vector<std::uint8_t>& visible = {},
                           MaskFill fill = MaskFill::article) {
    std::vector<float> weights(scores.size(), -7.0F);
    softmax_row(scores, visible, fill, weights);
    return weights;
}

std::vector<float> random_scores(std::size_t n, float largest, std::uint64_t seed) {
    std::vector<float> scores(n);
    RandomStream(seed, "scores").fill_uniform(scores);
    for (float& s : scores) {
        s = (2.0F * s - 1.0F) * largest;
    }
    return scores;
}

double sum_of(const std::vector<float>& values) {
    double sum = 0.0;
    for (const float v : values) {
        sum += static_cast<double>(v);
    }
    return sum;
}

} // namespace

class SoftmaxTest : public QObject {
    Q_OBJECT

private slots:
    void v7_extreme_scores() {
        const std::vector<float> want{0.0F, 0.0F, 0.0F, 1.0F, 0.0F};
        QVERIFY(softmax({-249.87F, -424.13F, -460.29F, 378.10F, -292.61F}) == want);
    }

    void v5_a_single_key_gets_everything() {
        for (const float score : {0.0F, -3.5F, 2.5e5F, float_max, -float_max}) {
            QVERIFY(softmax({score}) == std::vector<float>{1.0F});
        }
    }

    void v2_weights_are_not_softmaxed_twice() {
        // log of the averaged weights: one softmax gives them back, a second one would give 0.539, 0.230, 0.230.
        const std::vector<float> weights = softmax({std::log(0.9F), std::log(0.05F), std::log(0.05F)});
        COMPARE_NEAR(weights[0], 0.9, 1e-7);
        COMPARE_NEAR(weights[1], 0.05, 1e-8);
        COMPARE_NEAR(weights[2], 0.05, 1e-8);
    }

    void v9_a_row_of_equal_scores_is_uniform() {
        std::vector<std::uint8_t> visible(448, 0);
        std::fill_n(visible.begin(), 361, std::uint8_t{1});
        const std::vector<float> weights = softmax(std::vector<float>(448, -1000.0F), visible);
        for (std::size_t j = 0; j < weights.size(); ++j) {
            QCOMPARE_EQ(weights[j], j < 361 ? 1.0F / 361.0F : 0.0F);
        }
    }

    void finite_for_the_largest_floats() {
        QVERIFY(softmax({float_max, -float_max, 0.0F}) == (std::vector<float>{1.0F, 0.0F, 0.0F}));
        QVERIFY(softmax({-float_max, -float_max}) == (std::vector<float>{0.5F, 0.5F}));
        QVERIFY(softmax({float_max, float_max, float_max, float_max}) == std::vector<float>(4, 0.25F));
        QVERIFY(softmax({2.5e5F, -2.5e5F}) == (std::vector<float>{1.0F, 0.0F}));
        const float denormal = std::numeric_limits<float>::denorm_min();
        QVERIFY(softmax({denormal, -denormal}) == (std::vector<float>{0.5F, 0.5F}));
    }

    void hidden_keys_get_exactly_0_whatever_their_score() {
        for (const float score : {0.0F, 100.0F, float_max, -float_max}) {
            QVERIFY(softmax({1.0F, score, 1.0F, score}, {1, 0, 1, 0}) == (std::vector<float>{0.5F, 0.0F, 0.5F, 0.0F}));
        }
        // The visible scores are the smallest there are.
        QVERIFY(softmax({-float_max, float_max}, {1, 0}) == (std::vector<float>{1.0F, 0.0F}));
    }

    void a_fully_masked_row_follows_the_policy() {
        std::vector<float> weights(5);
        const std::vector<float> scores{1, 2, 3, 4, float_max};
        const std::vector<std::uint8_t> none(5, 0);
        QVERIFY(softmax_row(scores, none, MaskFill::article, weights));
        QVERIFY(weights == std::vector<float>(5, 0.2F));
        QVERIFY(softmax_row(scores, none, MaskFill::zero, weights));
        QVERIFY(weights == std::vector<float>(5, 0.0F));
        QVERIFY(!softmax_row(scores, std::vector<std::uint8_t>{0, 1, 0, 0, 0}, MaskFill::zero, weights));
        QVERIFY(weights == (std::vector<float>{0, 1, 0, 0, 0}));
    }

    void in_place_gives_the_same() {
        for (std::size_t n = 1; n < 20; ++n) {
            const std::vector<float> scores = random_scores(n, 5.0F, n);
            std::vector<float> row = scores;
            softmax_row(row, {}, MaskFill::article, row);
            QVERIFY(row == softmax(scores));
            std::vector<std::uint8_t> visible(n, 1);
            visible[n / 2] = 0;
            row = scores;
            softmax_row(row, visible, MaskFill::article, row);
            QVERIFY(row == softmax(scores, visible));
        }
    }

    void agrees_with_float64() {
        for (const std::size_t n : {1, 2, 3, 4, 5, 31, 512, 1024, 8192}) {
            for (const float largest : {0.5F, 15.0F, 80.0F}) {
                const std::vector<float> scores = random_scores(n, largest, n);
                const std::vector<float> got = softmax(scores);
                const std::vector<double> want =
                    reference_softmax({scores.begin(), scores.end()}, std::vector<std::uint8_t>(n, 1));
                for (std::size_t j = 0; j < n; ++j) {
                    // The rounded difference from the largest score (up to 160, so 8e-6) and a few roundings of 6e-8.
                    COMPARE_NEAR(got[j], want[j], want[j] * (4e-7 + 1e-7 * static_cast<double>(largest)) + 2e-38);
                }
                COMPARE_NEAR(sum_of(got), 1.0, 2e-7);
            }
        }
    }

    void does_not_depend_on_a_constant() {
        // Scores that are multiples of 1/8 stay exact when an integer is added, so the weights keep every bit.
        std::vector<float> scores = random_scores(300, 10.0F, 3);
        for (float& s : scores) {
            s = std::round(s * 8.0F) / 8.0F;
        }
        const std::vector<float> want = softmax(scores);
        for (const float constant : {1.0F, -37.0F, 1000.0F, -250'000.0F}) {
            std::vector<float> shifted = scores;
            for (float& s : shifted) {
                s += constant;
            }
            QVERIFY(softmax(shifted) == want);
        }
    }

    void hidden_keys_at_the_end_change_no_bit() {
        const std::vector<float> scores = random_scores(50, 10.0F, 4);
        for (std::size_t n = 1; n <= 50; ++n) {
            std::vector<std::uint8_t> visible(50, 0);
            std::fill_n(visible.begin(), n, std::uint8_t{1});
            std::vector<float> want = softmax({scores.begin(), scores.begin() + static_cast<std::ptrdiff_t>(n)});
            want.resize(50, 0.0F);
            QVERIFY(softmax(scores, visible) == want);
        }
    }

    void every_distance_from_the_largest_score() {
        // From 0 to far beyond float32's smallest: never nan, never rising, never a denormal.
        float last = 2.0F;
        for (int step = 0; step <= 4000; ++step) {
            const float distance = static_cast<float>(step) / 32.0F;
            const std::vector<float> weights = softmax({0.0F, -distance});
            const double want = 1.0 / (1.0 + std::exp(static_cast<double>(distance)));
            COMPARE_NEAR(weights[1], want, want * 3e-7 + 1.7e-38);
            QVERIFY(weights[1] <= last);
            QVERIFY(weights[1] == 0.0F || weights[1] >= std::numeric_limits<float>::min());
            last = weights[1];
        }
        QCOMPARE_EQ(last, 0.0F);
    }
};

QTEST_GUILESS_MAIN(SoftmaxTest)
#include "softmax_test.moc"
