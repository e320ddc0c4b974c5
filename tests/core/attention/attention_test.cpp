#include "core/attention/attention.h"

#include <limits>

#include <QtTest>

#include "tests/support/attention_cases.h"
#include "tests/support/near.h"
#include "tests/support/reference_attention.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

Trace trace_of(const AttentionInput& input, const Parameters& parameters, Index n_heads,
               const AttentionSettings& settings = {}) {
    Result<Trace> trace = attend(input, parameters, dims_of(parameters.d_model(), n_heads), settings);
    HEADSCOPE_EXPECTS(trace.has_value());
    return std::move(*trace);
}

AttentionSettings with_mask(Mask mask, MaskFill fill = MaskFill::article) {
    AttentionSettings settings;
    settings.mask = std::move(mask);
    settings.mask_fill = fill;
    return settings;
}

std::vector<float> copy(std::span<const float> values) {
    return {values.begin(), values.end()};
}

std::vector<std::uint8_t> self_and_previous_of_the_last_two() {
    std::vector<std::uint8_t> visible(16, 0);
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 2; j < 4; ++j) {
            visible[i * 4 + j] = j == i || j + 1 == i ? 1 : 0;
        }
    }
    return visible;
}

} // namespace

class AttentionTest : public QObject {
    Q_OBJECT

private slots:
    void v1_an_identity_head_and_a_reversed_one_stay_two_heads() {
        constexpr Index n = 5;
        Tensor query = Tensor::zeros({1, n, 2 * n});
        Tensor key = Tensor::zeros({1, n, 2 * n});
        for (Index i = 0; i < n; ++i) {
            query.matrix(0)(i, i) = 1000.0F;
            query.matrix(0)(i, n + n - 1 - i) = 1000.0F;
            key.matrix(0)(i, i) = 1.0F;
            key.matrix(0)(i, n + i) = 1.0F;
        }
        const auto K = std::make_shared<const Tensor>(std::move(key));
        const AttentionInput input{std::make_shared<const Tensor>(std::move(query)), K, K};
        const Trace trace = trace_of(input, identity_parameters(2 * n), 2);
        const Matrix identity = Matrix::Identity(n, n);
        const Matrix reversed = identity.rowwise().reverse();
        QVERIFY(trace.weights.matrix(0, 0) == identity);
        QVERIFY(trace.weights.matrix(0, 1) == reversed);
    }

    void v3_scores_are_divided_by_the_root_of_d_k() {
        const auto ones = input_of(1, 512, std::vector<float>(512, 1.0F));
        const Trace trace = trace_of({ones, ones, ones}, identity_parameters(512), 8);
        for (const float score : trace.scores.values()) {
            QCOMPARE_EQ(score, 64.0F / 8.0F); // not 64 / 22.627
        }
    }

    void v4_concat_puts_the_heads_side_by_side() {
        const auto query = input_of(2, 4, {900, 0, 900, 0, 0, 900, 0, 900});
        const auto key = input_of(2, 4, {1, 0, 1, 0, 0, 1, 0, 1});
        const auto value = input_of(2, 4, {1, 2, 5, 6, 3, 4, 7, 8}); // head 0 [[1,2],[3,4]], head 1 [[5,6],[7,8]]
        const Trace trace = trace_of({query, key, value}, identity_parameters(4), 2);
        QVERIFY(copy(trace.concat.values()) == (std::vector<float>{1, 2, 5, 6, 3, 4, 7, 8}));
        QVERIFY(copy(trace.output.values()) == copy(trace.concat.values()));
    }

    void v5_rows_sum_to_1_and_columns_need_not() {
        const Trace trace = trace_of(self_input(1, 40, 64), parameters_with_gain(64, 42, 20.0F), 4);
        double largest_column_error = 0.0;
        for (Index h = 0; h < 4; ++h) {
            for (Index i = 0; i < 40; ++i) {
                COMPARE_NEAR(trace.weights.matrix(0, h).row(i).cast<double>().sum(), 1.0, 1e-6);
                const double column = trace.weights.matrix(0, h).col(i).cast<double>().sum();
                largest_column_error = std::max(largest_column_error, std::abs(column - 1.0));
            }
        }
        QVERIFY(largest_column_error > 0.1);
    }

    void v5_one_token_gives_1() {
        const Trace trace = trace_of(self_input(1, 1, 16), *random_parameters(16, 42), 4);
        QVERIFY(copy(trace.weights.values()) == std::vector<float>(4, 1.0F));
        QVERIFY(same_bits(trace.concat.values(), trace.V.values()));
    }

    void v9_88_queries_and_448_keys_with_scores_of_minus_1000() {
        const auto query = input_of(88, 1, std::vector<float>(88, -1000.0F));
        const auto key = input_of(448, 1, std::vector<float>(448, 1.0F));
        const Trace trace = trace_of({query, key, key}, identity_parameters(1), 1, with_mask(Mask::causal()));
        const std::span<const float> row = cells(trace.weights, 0, 0, 0);
        for (std::size_t j = 0; j < 448; ++j) {
            QCOMPARE_EQ(row[j], j < 361 ? 1.0F / 361.0F : 0.0F);
        }
        COMPARE_NEAR(row[0], 0.002770, 5e-7);
        COMPARE_NEAR(trace.output.values()[0], 1.0, 1e-6);
        QCOMPARE(trace.fully_masked_rows, 0);
    }

    void v11a_a_mask_open_in_one_corner() {
        std::vector<std::uint8_t> visible(64, 0);
        for (std::size_t i = 0; i < 4; ++i) {
            std::fill_n(visible.begin() + static_cast<std::ptrdiff_t>(8 * i), 4, std::uint8_t{1});
        }
        const AttentionInput input = self_input(1, 8, 16);
        const Parameters parameters = *random_parameters(16, 42);
        const Mask mask = matrix_mask(8, 8, visible);
        const Trace article = trace_of(input, parameters, 2, with_mask(mask));
        const Trace zero = trace_of(input, parameters, 2, with_mask(mask, MaskFill::zero));
        QCOMPARE(article.fully_masked_rows, 4);
        QCOMPARE(zero.fully_masked_rows, 4);
        for (Index h = 0; h < 2; ++h) {
            for (Index i = 0; i < 4; ++i) {
                QVERIFY(same_bits(cells(article.weights, 0, h, i), cells(zero.weights, 0, h, i)));
                QVERIFY(copy(cells(article.weights, 0, h, i).subspan(4)) == std::vector<float>(4, 0.0F));
                COMPARE_NEAR(article.weights.matrix(0, h).row(i).cast<double>().sum(), 1.0, 1e-6);
            }
            for (Index i = 4; i < 8; ++i) {
                QVERIFY(copy(cells(article.weights, 0, h, i)) == std::vector<float>(8, 0.125F));
                QVERIFY(copy(cells(zero.weights, 0, h, i)) == std::vector<float>(8, 0.0F));
            }
        }
        // Nothing but the biases of W_o is left of a row of zeros.
        QVERIFY(zero.output.matrix(0).row(7) == parameters.W_o.bias);
    }

    void v11b_padding_with_self_and_previous() {
        const AttentionInput input = self_input(1, 4, 8);
        const Trace trace = trace_of(input, *random_parameters(8, 42), 1,
                                     with_mask(matrix_mask(4, 4, self_and_previous_of_the_last_two())));
        QCOMPARE(trace.fully_masked_rows, 2);
        QVERIFY(copy(cells(trace.weights, 0, 0, 0)) == std::vector<float>(4, 0.25F));
        QVERIFY(copy(cells(trace.weights, 0, 0, 1)) == std::vector<float>(4, 0.25F));
        QVERIFY(copy(cells(trace.weights, 0, 0, 2)) == (std::vector<float>{0, 0, 1, 0}));
        QVERIFY(copy(cells(trace.weights, 0, 0, 3).first(2)) == (std::vector<float>{0, 0}));
        for (const float v : trace.output.values()) {
            QVERIFY(std::isfinite(v));
        }
    }

    void v12_a_lower_triangle_masks_and_is_never_added() {
        std::vector<std::uint8_t> tril(64);
        for (std::size_t i = 0; i < 64; ++i) {
            tril[i] = i % 8 <= i / 8 ? 1 : 0;
        }
        const AttentionInput input = self_input(1, 8, 16);
        const Trace given = trace_of(input, *random_parameters(16, 42), 2, with_mask(matrix_mask(8, 8, tril)));
        const Trace causal = trace_of(input, *random_parameters(16, 42), 2, with_mask(Mask::causal()));
        QVERIFY(copy(cells(given.weights, 0, 0, 0)) == (std::vector<float>{1, 0, 0, 0, 0, 0, 0, 0}));
        QVERIFY(same_bits(given.weights.values(), causal.weights.values()));
        QVERIFY(same_bits(given.output.values(), causal.output.values()));
    }

    void v15_causal_with_2_queries_and_5_keys() {
        const Trace trace =
            trace_of(cross_input(1, 2, 5, 16), *random_parameters(16, 42), 4, with_mask(Mask::causal()));
        for (Index h = 0; h < 4; ++h) {
            QCOMPARE_EQ(cells(trace.weights, 0, h, 0)[4], 0.0F);
            for (std::size_t j = 0; j < 5; ++j) {
                QVERIFY(cells(trace.weights, 0, h, 1)[j] > 0.0F);
            }
        }
    }

    void causal_with_more_queries_than_keys_counts_its_fully_masked_rows() {
        const Trace trace =
            trace_of(cross_input(3, 6, 2, 16), *random_parameters(16, 42), 4, with_mask(Mask::causal()));
        QCOMPARE(trace.fully_masked_rows, 3 * 4);
        QVERIFY(copy(cells(trace.weights, 2, 3, 3)) == std::vector<float>(2, 0.5F));
        QVERIFY(copy(cells(trace.weights, 2, 3, 4)) == (std::vector<float>{1.0F, 0.0F}));
    }

    void v24_a_temperature_of_a_thousandth_is_nearly_one_hot_and_splits_ties() {
        AttentionSettings settings;
        settings.temperature = 0.001;
        const auto query = input_of(1, 1, {1.0F});
        const auto key = input_of(4, 1, {0.5F, 0.75F, 0.75F, -3.0F});
        const Trace trace = trace_of({query, key, key}, identity_parameters(1), 1, settings);
        QVERIFY(copy(trace.weights.values()) == (std::vector<float>{0.0F, 0.5F, 0.5F, 0.0F}));
        COMPARE_NEAR(trace.scores.values()[0], 500.0, 1e-4); // the divisor 0.001 is rounded to float32
    }

    void temperature_divides_the_scores_once_more() {
        AttentionSettings settings;
        settings.temperature = 4.0;
        const AttentionInput input = self_input(1, 9, 64);
        const Parameters parameters = *random_parameters(64, 42);
        const Trace plain = trace_of(input, parameters, 4);
        const Trace cooler = trace_of(input, parameters, 4, settings);
        for (std::size_t i = 0; i < plain.scores.values().size(); ++i) {
            QCOMPARE_EQ(cooler.scores.values()[i], plain.scores.values()[i] / 4.0F);
        }
    }

    void settings_out_of_range_are_refused_data() {
        QTest::addColumn<double>("temperature");
        QTest::addColumn<double>("dropout");
        QTest::addColumn<bool>("allowed");
        const double nan = std::numeric_limits<double>::quiet_NaN();
        QTest::newRow("defaults") << 1.0 << 0.0 << true;
        QTest::newRow("smallest temperature") << 0.001 << 0.0 << true;
        QTest::newRow("largest temperature") << 1000.0 << 0.0 << true;
        QTest::newRow("V24 temperature 0") << 0.0 << 0.0 << false;
        QTest::newRow("temperature below 0") << -1.0 << 0.0 << false;
        QTest::newRow("temperature above") << 1000.5 << 0.0 << false;
        QTest::newRow("temperature nan") << nan << 0.0 << false;
        QTest::newRow("nearly all dropped") << 1.0 << 0.999 << true;
        QTest::newRow("V17 p = 1") << 1.0 << 1.0 << false;
        QTest::newRow("p below 0") << 1.0 << -0.1 << false;
        QTest::newRow("p nan") << 1.0 << nan << false;
    }
    void settings_out_of_range_are_refused() {
        QFETCH(double, temperature);
        QFETCH(double, dropout);
        QFETCH(bool, allowed);
        AttentionSettings settings;
        settings.temperature = temperature;
        settings.dropout = dropout;
        const Result<Trace> trace = attend(self_input(1, 2, 4), *random_parameters(4, 42), dims_of(4, 2), settings);
        QCOMPARE(trace.has_value(), allowed);
        if (!allowed) {
            QCOMPARE(trace.error().code,
                     dropout == 0.0 ? ErrorCode::temperature_out_of_range : ErrorCode::dropout_out_of_range);
        }
    }

    void e9_a_mask_of_another_size_is_refused_with_both_sizes() {
        const Result<Trace> trace = attend(self_input(1, 3, 4), *random_parameters(4, 42), dims_of(4, 2),
                                           with_mask(matrix_mask(2, 2, {1, 1, 1, 1})));
        QVERIFY(trace.error() == fail(ErrorCode::array_wrong_shape, "mask", "(2, 2)", "(3, 3)").value());
    }

    void numbers_beyond_float32_are_refused_by_name_data() {
        QTest::addColumn<float>("query");
        QTest::addColumn<float>("key");
        QTest::addColumn<float>("value");
        QTest::addColumn<QString>("tensor");
        constexpr float huge = std::numeric_limits<float>::max();
        QTest::newRow("Q") << huge << 1.0F << 1.0F << "Q";
        QTest::newRow("K") << 1.0F << -huge << 1.0F << "K";
        QTest::newRow("V") << 1.0F << 1.0F << huge << "V";
        QTest::newRow("scores") << 1e30F << 1e30F << 1.0F << "scores";
        QTest::newRow("output") << 1.0F << 1.0F << 1e38F << "output";
        QTest::newRow("large and fine") << 1e18F << 1e18F << 1e37F << "";
    }
    void numbers_beyond_float32_are_refused_by_name() {
        QFETCH(float, query);
        QFETCH(float, key);
        QFETCH(float, value);
        QFETCH(QString, tensor);
        Parameters parameters = identity_parameters(2);
        parameters.W_q.weight *= 2.0F;
        parameters.W_k.weight *= 2.0F;
        parameters.W_v.weight *= 2.0F;
        parameters.W_o.weight *= 2.0F;
        const auto rows = [](float v) { return input_of(2, 2, {v, -v, v, v}); };
        const Result<Trace> trace =
            attend({rows(query), rows(key), rows(value)}, parameters, dims_of(2, 1), AttentionSettings{});
        QCOMPARE(trace.has_value(), tensor.isEmpty());
        if (!trace) {
            QVERIFY(trace.error() == fail(ErrorCode::result_not_finite, tensor.toStdString()).value());
        }
    }
};

QTEST_GUILESS_MAIN(AttentionTest)
#include "attention_test.moc"
