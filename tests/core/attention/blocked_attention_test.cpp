#include "core/attention/attention.h"

#include <cmath>

#include <QtTest>

#include "tests/support/attention_cases.h"
#include "tests/support/near.h"
#include "tests/support/reference_attention.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

constexpr Wanted nothing{false, false, 0};

struct Case {
    Index batch, n_q, n_k, d_model, n_heads;
};

// One token, one column a head, one head; lengths below, at and beyond the panels of 32 queries, four of which are a
// task, and the blocks of 128 keys; more queries than keys, which masks the first rows of the causal mask fully.
constexpr std::array<Case, 10> cases{{{1, 1, 1, 8, 2},
                                      {2, 5, 5, 8, 8},
                                      {1, 64, 64, 12, 3},
                                      {1, 63, 128, 16, 1},
                                      {2, 65, 129, 16, 4},
                                      {1, 200, 200, 24, 2},
                                      {1, 1, 300, 8, 1},
                                      {3, 130, 3, 8, 4},
                                      {1, 300, 257, 64, 8},
                                      {1, 4, 1, 1, 1}}};

std::vector<Mask> masks_of(const Case& c) {
    std::vector<Index> hidden_rows{0};
    if (c.n_q > 70) {
        hidden_rows = {0, 3, 70};
    }
    return {Mask(), Mask::causal(), Mask::key_padding(c.n_k / 2), Mask::key_padding(c.n_k),
            random_mask(c.batch, c.n_q, c.n_k, 5, 0.6F, hidden_rows)};
}

AttentionInput input_of(const Case& c) {
    return cross_input(c.batch, c.n_q, c.n_k, c.d_model);
}

Trace blocked_of(const AttentionInput& input, const Parameters& parameters, Index n_heads,
                 const AttentionSettings& settings, Index threads = 1) {
    Result<Trace> trace =
        attend(input, parameters, dims_of(parameters.d_model(), n_heads), settings, {{}, {}, threads}, nothing);
    HEADSCOPE_EXPECTS(trace.has_value());
    return std::move(*trace);
}

Trace trace_of(const AttentionInput& input, const Parameters& parameters, Index n_heads,
               const AttentionSettings& settings) {
    Result<Trace> trace = attend(input, parameters, dims_of(parameters.d_model(), n_heads), settings);
    HEADSCOPE_EXPECTS(trace.has_value());
    return std::move(*trace);
}

double largest_of(std::span<const float> values) {
    double largest = 0.0;
    for (const float v : values) {
        largest = std::max(largest, std::abs(static_cast<double>(v)));
    }
    return largest;
}

template <typename Wanted>
double largest_difference(std::span<const float> got, const Wanted& want) {
    HEADSCOPE_EXPECTS(got.size() == want.size());
    double largest = 0.0;
    for (std::size_t i = 0; i < got.size(); ++i) {
        largest = std::max(largest, std::abs(static_cast<double>(got[i]) - static_cast<double>(want[i])));
    }
    return largest;
}

// What the header promises for scores up to 15, of the largest |V|; a kept cell counts for 1 / (1 - p).
double bound_of(const Tensor& V, double dropout = 0.0) {
    return 2e-6 * largest_of(V.values()) / (1.0 - dropout);
}

} // namespace

class BlockedAttentionTest : public QObject {
    Q_OBJECT

private slots:
    void agrees_with_attend() {
        for (const Case& c : cases) {
            const AttentionInput input = input_of(c);
            for (const float gain : {1.0F, 15.0F}) {
                const Parameters parameters = parameters_with_gain(c.d_model, 42, gain);
                for (const Mask& mask : masks_of(c)) {
                    for (const MaskFill fill : {MaskFill::article, MaskFill::zero}) {
                        for (const double dropout : {0.0, 0.3}) {
                            const AttentionSettings settings{mask, fill, 1.5, dropout, 7};
                            const Trace want = trace_of(input, parameters, c.n_heads, settings);
                            const Trace got = blocked_of(input, parameters, c.n_heads, settings);
                            QVERIFY(same_bits(got.Q.values(), want.Q.values()));
                            QVERIFY(same_bits(got.K.values(), want.K.values()));
                            QVERIFY(same_bits(got.V.values(), want.V.values()));
                            QCOMPARE(got.fully_masked_rows, want.fully_masked_rows);
                            QVERIFY(got.concat.shape() == want.concat.shape());
                            const double bound = bound_of(want.V, dropout);
                            QVERIFY(largest_difference(got.concat.values(), want.concat.values()) <= bound);
                            // d_model products with weights below 1 / sqrt(d_model), and one more rounding.
                            const double spread = std::sqrt(static_cast<double>(c.d_model));
                            QVERIFY(largest_difference(got.output.values(), want.output.values()) <=
                                    bound * spread + 1e-6 * (1.0 + largest_of(want.output.values())));
                        }
                    }
                }
            }
        }
    }

    void agrees_with_float64() {
        for (const Case& c : cases) {
            const AttentionInput input = input_of(c);
            const Parameters parameters = parameters_with_gain(c.d_model, 42, 10.0F);
            for (const Mask& mask : masks_of(c)) {
                const AttentionSettings settings{mask, MaskFill::article, 1.0, 0.0, 42};
                const ReferenceTrace want =
                    reference_attention(input, parameters, dims_of(c.d_model, c.n_heads), settings);
                const Trace got = blocked_of(input, parameters, c.n_heads, settings);
                QVERIFY(largest_difference(got.concat.values(), want.concat) <= 4 * bound_of(got.V));
            }
        }
    }

    void log_sum_exp_is_that_of_the_visible_scores() {
        for (const Case& c : cases) {
            for (const Mask& mask : masks_of(c)) {
                const AttentionSettings settings{mask, MaskFill::article, 1.0, 0.2, 42};
                const Parameters parameters = parameters_with_gain(c.d_model, 42, 5.0F);
                const Trace trace = trace_of(input_of(c), parameters, c.n_heads, settings);
                const Trace got = blocked_of(input_of(c), parameters, c.n_heads, settings);
                QVERIFY(got.log_sum_exp.shape() == (std::vector<Index>{c.batch, c.n_heads, c.n_q}));
                std::vector<std::uint8_t> visible(static_cast<std::size_t>(c.n_k));
                for (Index row = 0; row < got.log_sum_exp.size(); ++row) {
                    const Index b = row / (c.n_heads * c.n_q);
                    mask.row(b, row % c.n_q, c.n_q, c.n_k, visible);
                    double sum = 0.0;
                    for (Index j = 0; j < c.n_k; ++j) {
                        const double score = static_cast<double>(trace.scores.data()[row * c.n_k + j]);
                        sum += visible[static_cast<std::size_t>(j)] != 0 ? std::exp(score) : 0.0;
                    }
                    const float value = got.log_sum_exp.data()[row];
                    if (sum == 0.0) {
                        QVERIFY(std::isinf(value) && value > 0.0F);
                    } else {
                        COMPARE_NEAR(value, std::log(sum), 3e-7 * (1.0 + std::abs(std::log(sum))));
                    }
                }
            }
        }
    }

    void weights_made_anew_have_the_bits_of_attend() {
        for (const Case& c : cases) {
            const ModelDims dims = dims_of(c.d_model, c.n_heads);
            for (const Mask& mask : masks_of(c)) {
                const AttentionSettings settings{mask, MaskFill::zero, 0.7, 0.2, 42};
                const Parameters parameters = *random_parameters(c.d_model, 42);
                const Trace want = trace_of(input_of(c), parameters, c.n_heads, settings);
                const Trace got = blocked_of(input_of(c), parameters, c.n_heads, settings);
                for (const Index first : {Index{0}, c.n_q / 2}) {
                    const Index count = std::min<Index>(3, c.n_q - first);
                    const Matrix weights = weights_of(got, dims, settings, c.batch - 1, c.n_heads - 1, first, count);
                    for (Index i = 0; i < count; ++i) {
                        QVERIFY(same_bits({weights.row(i).data(), static_cast<std::size_t>(c.n_k)},
                                          cells(want.weights, c.batch - 1, c.n_heads - 1, first + i)));
                    }
                }
            }
        }
    }

    void fully_masked_rows_follow_the_policy() {
        const AttentionInput input = self_input(1, 150, 8);
        const Parameters parameters = identity_parameters(8);
        AttentionSettings settings;
        settings.mask = Mask::key_padding(150);
        const Trace article = blocked_of(input, parameters, 2, settings);
        QCOMPARE(article.fully_masked_rows, 150);
        const Vector mean = input.value->matrix(0).colwise().mean();
        for (Index i = 0; i < 150; ++i) {
            QVERIFY((article.concat.matrix(0).row(i) - mean).cwiseAbs().maxCoeff() <= 1e-6F);
        }
        settings.mask_fill = MaskFill::zero;
        const Trace zero = blocked_of(input, parameters, 2, settings);
        QVERIFY(std::ranges::all_of(zero.concat.values(), [](float v) { return v == 0.0F; }));
    }

    void scores_of_any_size_give_finite_weights() {
        // One key far above and one far below the others, each in a tile of its own.
        for (const float size : {100.0F, 1e5F, 1e18F}) {
            Tensor key = Tensor::zeros({1, 300, 1});
            key.data()[200] = size;
            key.data()[10] = -size;
            const auto K = std::make_shared<const Tensor>(std::move(key));
            const auto V = random_input(1, 300, 1, 3, "value");
            for (const float sign : {1.0F, -1.0F}) {
                Tensor query({1, 1, 1});
                query.data()[0] = sign * size;
                const Trace got =
                    blocked_of({std::make_shared<const Tensor>(std::move(query)), K, V}, identity_parameters(1), 1, {});
                QCOMPARE_EQ(got.concat.data()[0], V->data()[sign > 0.0F ? 200 : 10]);
                QCOMPARE_EQ(got.log_sum_exp.data()[0], size * size);
            }
        }
    }

    void v9_equal_scores_weigh_alike() {
        // 88 queries and 448 keys, the causal mask aligned bottom-right: query i sees 361 + i keys. Every score -1000.
        const Index n_q = 88;
        const Index n_k = 448;
        const auto Q = headscope::testing::input_of(n_q, 1, std::vector<float>(n_q, -1000.0F));
        const auto K = headscope::testing::input_of(n_k, 1, std::vector<float>(n_k, 1.0F));
        const auto V = random_input(1, n_k, 1, 3, "value");
        AttentionSettings settings;
        settings.mask = Mask::causal();
        const AttentionInput input{Q, K, V};
        const Trace blocked = blocked_of(input, identity_parameters(1), 1, settings);
        const Trace materialised = trace_of(input, identity_parameters(1), 1, settings);
        const Matrix again = weights_of(blocked, dims_of(1, 1), settings, 0, 0, 0, n_q);
        double sum = 0.0;
        for (Index j = 0; j < 360; ++j) {
            sum += static_cast<double>(V->data()[j]);
        }
        for (Index i = 0; i < n_q; ++i) {
            const Index seen = 361 + i;
            sum += static_cast<double>(V->data()[seen - 1]);
            for (const Trace* trace : {&blocked, &materialised}) {
                COMPARE_NEAR(trace->concat.data()[i], sum / static_cast<double>(seen), 2e-6);
            }
            for (Index j = 0; j < n_k; ++j) {
                const float want = j < seen ? 1.0F / static_cast<float>(seen) : 0.0F;
                QCOMPARE_EQ(cells(materialised.weights, 0, 0, i)[static_cast<std::size_t>(j)], want);
                QCOMPARE_EQ(again(i, j), want);
            }
        }
    }

    // Whole panels, blocks of keys and tiles without a visible cell, at every place of the mask.
    void bands_and_islands_agree_with_float64() {
        const Index n = 300;
        const AttentionInput input = self_input(1, n, 16);
        const Parameters parameters = parameters_with_gain(16, 42, 10.0F);
        const auto mask_where = [&](auto visible) {
            std::vector<std::uint8_t> values(static_cast<std::size_t>(n * n));
            for (Index i = 0; i < n; ++i) {
                for (Index j = 0; j < n; ++j) {
                    values[static_cast<std::size_t>(i * n + j)] = visible(i, j) ? 1 : 0;
                }
            }
            return matrix_mask(n, n, std::move(values));
        };
        const std::vector<Mask> masks{
            mask_where([](Index i, Index j) { return std::abs(i - j) <= 5; }),
            mask_where([](Index i, Index j) { return j >= 200 && j <= 200 + i; }),
            mask_where([](Index i, Index j) { return i / 128 == j / 128; }),
            mask_where([](Index i, Index j) { return i % 32 == 7 ? j == 299 : j < 3; }),
            mask_where([](Index i, Index j) { return i >= 64 && j % 150 == 0; }),
        };
        for (const Mask& mask : masks) {
            for (const MaskFill fill : {MaskFill::article, MaskFill::zero}) {
                const AttentionSettings settings{mask, fill, 1.0, 0.0, 42};
                const ReferenceTrace want = reference_attention(input, parameters, dims_of(16, 4), settings);
                const Trace blocked = blocked_of(input, parameters, 4, settings);
                const Trace materialised = trace_of(input, parameters, 4, settings);
                QVERIFY(largest_difference(blocked.concat.values(), want.concat) <= 4 * bound_of(blocked.V));
                QVERIFY(largest_difference(materialised.concat.values(), want.concat) <= 4 * bound_of(blocked.V));
                QVERIFY(largest_difference(blocked.concat.values(), materialised.concat.values()) <=
                        bound_of(blocked.V));
                QVERIFY(largest_difference(materialised.weights.values(), want.weights) <= 4e-6);
                QCOMPARE(blocked.fully_masked_rows, materialised.fully_masked_rows);
            }
        }
    }

    void threads_change_no_bit() {
        for (const Case& c : cases) {
            for (const Mask& mask : masks_of(c)) {
                const AttentionSettings settings{mask, MaskFill::article, 1.0, 0.2, 42};
                const Parameters parameters = *random_parameters(c.d_model, 42);
                const Trace want = blocked_of(input_of(c), parameters, c.n_heads, settings);
                for (const Index threads : {2, 5}) {
                    const Trace got = blocked_of(input_of(c), parameters, c.n_heads, settings, threads);
                    QVERIFY(same_bits(got.output.values(), want.output.values()));
                    QVERIFY(same_bits(got.log_sum_exp.values(), want.log_sum_exp.values()));
                    QCOMPARE(got.fully_masked_rows, want.fully_masked_rows);
                }
            }
        }
    }

    void an_appended_token_changes_no_bit_of_earlier_rows() {
        const Tensor all = random_tensor({1, 260, 16}, 1, "X");
        const Parameters parameters = *random_parameters(16, 42);
        AttentionSettings settings;
        settings.mask = Mask::causal();
        std::vector<float> last;
        for (const Index n : {1, 2, 63, 64, 65, 127, 128, 129, 130, 257, 260}) {
            Tensor X({1, n, 16});
            std::copy_n(all.data(), n * 16, X.data());
            const auto input = std::make_shared<const Tensor>(std::move(X));
            const Trace trace = blocked_of({input, input, input}, parameters, 4, settings);
            QVERIFY(same_bits(trace.output.values().first(last.size()), last));
            last.assign(trace.output.values().begin(), trace.output.values().end());
        }
    }

    void errors_are_those_of_attend() {
        const AttentionInput input = self_input(1, 3, 8);
        const ModelDims dims = dims_of(8, 2);
        AttentionSettings settings;
        settings.temperature = 0.0;
        QCOMPARE(attend(input, identity_parameters(8), dims, settings, {}, nothing).error().code,
                 ErrorCode::temperature_out_of_range);
        settings = {};
        settings.mask = matrix_mask(2, 2, {1, 1, 1, 1});
        QVERIFY(attend(input, identity_parameters(8), dims, settings, {}, nothing) ==
                fail(ErrorCode::array_wrong_shape, "mask", "(2, 2)", "(3, 3)"));
        const auto large = headscope::testing::input_of(1, 8, std::vector<float>(8, 1e30F));
        for (const Index threads : {1, 3}) {
            QVERIFY(attend({large, large, large}, identity_parameters(8), dims, {}, {{}, {}, threads}, nothing) ==
                    fail(ErrorCode::result_not_finite, "scores"));
        }
    }

    void a_mean_of_huge_values_is_in_range_though_their_sum_is_not() {
        // Equal scores: the mean of 256 values of 2^126, and of the 1 .. 256 of them that the causal mask shows.
        const Index n = 256;
        const auto zero = headscope::testing::input_of(n, 1, std::vector<float>(n, 0.0F));
        const auto V = headscope::testing::input_of(n, 1, std::vector<float>(n, 0x1p126F));
        for (const double dropout : {0.0, 0.5}) {
            for (const Wanted& wanted : {nothing, Wanted{}, Wanted{false, false, 8}}) {
                const AttentionSettings settings{Mask(), MaskFill::article, 1.0, dropout, 7};
                const Result<Trace> trace =
                    attend({zero, zero, V}, identity_parameters(1), dims_of(1, 1), settings, {}, wanted);
                QVERIFY(trace.has_value());
                std::vector<std::uint8_t> keep(static_cast<std::size_t>(n), 1);
                for (Index i = 0; i < n; ++i) {
                    if (dropout > 0.0) {
                        dropout_keep(7, 0, 0, static_cast<std::uint32_t>(i), dropout, keep);
                    }
                    const auto kept = static_cast<float>(std::ranges::count(keep, 1));
                    const float scale = static_cast<float>(1.0 / (1.0 - dropout)) / 256.0F;
                    QCOMPARE_EQ(trace->concat.data()[i], kept * scale * 0x1p126F);
                }
            }
        }
        AttentionSettings causal;
        causal.mask = Mask::causal();
        for (const Wanted& wanted : {nothing, Wanted{}}) {
            const Trace trace = *attend({zero, zero, V}, identity_parameters(1), dims_of(1, 1), causal, {}, wanted);
            for (const float value : trace.concat.values()) {
                COMPARE_NEAR(value / 0x1p126F, 1.0F, 2e-7); // 1 / n is rounded, and so is the product
            }
        }
    }

    void a_hidden_score_that_overflows_is_refused_in_both_paths() {
        const auto Q = headscope::testing::input_of(2, 1, {1.0F, 1e30F});
        const auto K = headscope::testing::input_of(2, 1, {1.0F, 1e30F});
        const auto V = headscope::testing::input_of(2, 1, {1.0F, 2.0F});
        // Query 1 and key 1 overflow: hidden from a query that sees another key, from one that sees none, and seen.
        for (const std::vector<std::uint8_t>& visible :
             {std::vector<std::uint8_t>{1, 1, 1, 0}, {1, 1, 0, 0}, {0, 0, 0, 0}, {1, 1, 1, 1}}) {
            for (const MaskFill fill : {MaskFill::article, MaskFill::zero}) {
                const AttentionSettings settings{matrix_mask(2, 2, visible), fill};
                for (const Wanted& wanted : {nothing, Wanted{}, Wanted{false, true, 0}, Wanted{false, false, 1}}) {
                    QVERIFY(attend({Q, K, V}, identity_parameters(1), dims_of(1, 1), settings, {}, wanted) ==
                            fail(ErrorCode::result_not_finite, "scores"));
                    QVERIFY(attend({Q, V, V}, identity_parameters(1), dims_of(1, 1), settings, {}, wanted)
                                .has_value()); // 2e30
                }
            }
        }
    }

    void a_query_that_overflows_when_it_is_divided_is_refused() {
        const auto Q = headscope::testing::input_of(1, 1, {1e37F});
        const auto K = headscope::testing::input_of(1, 1, {1e-30F});
        AttentionSettings settings;
        settings.temperature = 1e-3;
        for (const Wanted& wanted : {nothing, Wanted{}}) {
            QVERIFY(attend({Q, K, K}, identity_parameters(1), dims_of(1, 1), settings, {}, wanted) ==
                    fail(ErrorCode::result_not_finite, "scores"));
        }
    }

    void a_run_can_be_stopped_at_every_step() {
        const AttentionInput input = self_input(1, 300, 64);
        const Parameters parameters = *random_parameters(64, 42);
        std::vector<double> told;
        QVERIFY(attend(input, parameters, dims_of(64, 8), {}, {{}, [&](double f) { told.push_back(f); }}, nothing)
                    .has_value());
        QVERIFY(std::ranges::is_sorted(told, std::less_equal<>()) && told.back() == 1.0 && told.size() > 10);
        for (std::size_t stop_at = 1; stop_at < told.size(); ++stop_at) {
            std::stop_source stop;
            std::size_t step = 0;
            const RunControl control{stop.get_token(), [&](double) {
                                         if (++step == stop_at) {
                                             stop.request_stop();
                                         }
                                     }};
            QVERIFY(attend(input, parameters, dims_of(64, 8), {}, control, nothing) == fail(ErrorCode::cancelled));
            QCOMPARE(step, stop_at);
        }
    }
};

QTEST_GUILESS_MAIN(BlockedAttentionTest)
#include "blocked_attention_test.moc"
