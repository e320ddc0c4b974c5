// What holds for every input: checked over many configurations, against float64 and against the engine itself.
#include <QtTest>

#include "core/attention/attention.h"
#include "tests/support/attention_cases.h"
#include "tests/support/near.h"
#include "tests/support/reference_attention.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

struct Configuration {
    Index batch, n_q, n_k, d_model, n_heads;
    float gain;
    Mask mask;
    MaskFill fill = MaskFill::article;
    double temperature = 1.0;
};

std::vector<Configuration> configurations() {
    std::vector<Configuration> all;
    // d_model with all head counts, self-attention.
    for (const Index d : {1, 2, 6, 8, 12, 64, 96}) {
        for (const Index h : legal_head_counts(d)) {
            all.push_back({1, 9, 9, d, h, 3.0F, {}});
        }
    }
    // Lengths around every block of the kernel, each with another mask.
    for (const Index n : {1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 63, 127, 128, 129, 131, 257}) {
        all.push_back({1, n, n, 16, 2, 5.0F, Mask::causal()});
        all.push_back({1, n, n, 16, 4, 5.0F, Mask::key_padding(n / 3)});
        all.push_back({2, n, n + 3, 16, 4, 5.0F, random_mask(2, n, n + 3, 5, 0.5F, {0, n - 1})});
        all.push_back({2, n, n / 2 + 1, 8, 8, 2.0F, Mask::causal(), MaskFill::zero, 0.5});
    }
    all.push_back({3, 20, 50, 40, 5, 8.0F, random_mask(1, 20, 50, 6, 0.9F), MaskFill::zero});
    return all;
}

AttentionSettings settings_of(const Configuration& c) {
    AttentionSettings settings;
    settings.mask = c.mask;
    settings.mask_fill = c.fill;
    settings.temperature = c.temperature;
    return settings;
}

Trace run(const AttentionInput& input, const Parameters& parameters, Index n_heads,
          const AttentionSettings& settings = {}) {
    Result<Trace> trace = attend(input, parameters, dims_of(parameters.d_model(), n_heads), settings);
    HEADSCOPE_EXPECTS(trace.has_value());
    return std::move(*trace);
}

AttentionSettings causal() {
    AttentionSettings settings;
    settings.mask = Mask::causal();
    return settings;
}

// The first `rows` rows of batch b.
std::shared_ptr<const Tensor> part(const Tensor& x, Index b, Index rows) {
    Tensor out({1, rows, x.dim(2)});
    out.matrix(0) = x.matrix(b).topRows(rows);
    return std::make_shared<const Tensor>(std::move(out));
}

double largest_difference(std::span<const float> got, const std::vector<double>& want) {
    double largest = got.size() == want.size() ? 0.0 : 1e300;
    for (std::size_t i = 0; i < std::min(got.size(), want.size()); ++i) {
        largest = std::max(largest, std::abs(static_cast<double>(got[i]) - want[i]));
    }
    return largest;
}

double largest_of(const std::vector<double>& values) {
    double largest = 0.0;
    for (const double v : values) {
        largest = std::max(largest, std::abs(v));
    }
    return largest;
}

} // namespace

class AttentionPropertiesTest : public QObject {
    Q_OBJECT

private slots:
    void agrees_with_float64_and_keeps_its_promises() {
        for (const Configuration& c : configurations()) {
            const AttentionInput input = cross_input(c.batch, c.n_q, c.n_k, c.d_model);
            Parameters parameters = parameters_with_gain(c.d_model, 42, c.gain);
            const ModelDims dims = dims_of(c.d_model, c.n_heads);
            ReferenceTrace want = reference_attention(input, parameters, dims, settings_of(c));
            if (const double largest = largest_of(want.scores); largest > 14.0) {
                parameters.W_q.weight *= static_cast<float>(14.0 / largest);
                parameters.W_q.bias *= static_cast<float>(14.0 / largest);
                want = reference_attention(input, parameters, dims, settings_of(c));
            }
            const Trace trace = run(input, parameters, c.n_heads, settings_of(c));
            QVERIFY(largest_difference(trace.scores.values(), want.scores) < 1e-5); // a few units at 15
            QVERIFY(largest_difference(trace.weights.values(), want.weights) <= 4e-6);
            QVERIFY(largest_difference(trace.output.values(), want.output) <=
                    1e-5 * std::max(1.0, largest_of(want.output)));
            check_rows(trace, c);
        }
    }

    void an_appended_token_changes_no_bit_of_earlier_rows_under_the_causal_mask() {
        for (const auto& [d_model, n_heads, longest] : {std::array<Index, 3>{16, 1, 40}, {64, 8, 70}, {24, 24, 140}}) {
            const Parameters parameters = parameters_with_gain(d_model, 42, 4.0F);
            const std::shared_ptr<const Tensor> all = self_input(1, longest, d_model).query;
            const Trace full = run({all, all, all}, parameters, n_heads, causal());
            for (Index n = 1; n < longest; n += n < 20 ? 1 : 7) {
                const std::shared_ptr<const Tensor> X = part(*all, 0, n);
                const Trace shorter = run({X, X, X}, parameters, n_heads, causal());
                for (Index h = 0; h < n_heads; ++h) {
                    QVERIFY(shorter.scores.matrix(0, h) == full.scores.matrix(0, h).topLeftCorner(n, n));
                    QVERIFY(shorter.weights.matrix(0, h) == full.weights.matrix(0, h).topLeftCorner(n, n));
                }
                QVERIFY(shorter.concat.matrix(0) == full.concat.matrix(0).topRows(n));
                QVERIFY(shorter.output.matrix(0) == full.output.matrix(0).topRows(n));
            }
        }
    }

    void a_later_token_changes_no_bit_of_earlier_rows_under_the_causal_mask() {
        const Parameters parameters = parameters_with_gain(64, 42, 4.0F);
        const std::shared_ptr<const Tensor> X = self_input(1, 300, 64).query;
        Tensor other = X->clone();
        other.matrix(0).bottomRows(50).setConstant(-3.0F);
        const auto Y = std::make_shared<const Tensor>(std::move(other));
        const Trace a = run({X, X, X}, parameters, 8, causal());
        const Trace b = run({Y, Y, Y}, parameters, 8, causal());
        QVERIFY(a.output.matrix(0).topRows(250) == b.output.matrix(0).topRows(250));
        QVERIFY(a.output.matrix(0).row(250) != b.output.matrix(0).row(250));
    }

    void a_batch_gives_the_bits_that_each_sequence_gives_alone() {
        const Parameters parameters = parameters_with_gain(32, 42, 4.0F);
        const std::shared_ptr<const Tensor> X = self_input(3, 21, 32).query;
        const Trace together = run({X, X, X}, parameters, 4, causal());
        for (Index b = 0; b < 3; ++b) {
            const std::shared_ptr<const Tensor> x = part(*X, b, 21);
            const Trace alone = run({x, x, x}, parameters, 4, causal());
            for (Index h = 0; h < 4; ++h) {
                QVERIFY(together.weights.matrix(b, h) == alone.weights.matrix(0, h));
            }
            QVERIFY(together.output.matrix(b) == alone.output.matrix(0));
        }
    }

    void self_attention_is_cross_attention_with_itself() {
        const Parameters parameters = parameters_with_gain(32, 42, 4.0F);
        const std::shared_ptr<const Tensor> X = self_input(1, 21, 32).query;
        const Trace self = run({X, X, X}, parameters, 4);
        const Trace cross = run({X, part(*X, 0, 21), part(*X, 0, 21)}, parameters, 4);
        QVERIFY(same_bits(self.output.values(), cross.output.values()));
    }

    void h4_one_head_is_plain_attention() {
        const Index d = 24;
        const Parameters parameters = parameters_with_gain(d, 42, 4.0F);
        const AttentionInput input = self_input(1, 13, d);
        const Trace trace = run(input, parameters, 1);
        const Eigen::MatrixXd Q = trace.Q.matrix(0).cast<double>();
        const Eigen::MatrixXd K = trace.K.matrix(0).cast<double>();
        Eigen::MatrixXd weights = (Q * K.transpose() / std::sqrt(24.0)).array().exp().matrix();
        for (Index i = 0; i < 13; ++i) {
            weights.row(i) /= weights.row(i).sum();
        }
        const Eigen::MatrixXd concat = weights * trace.V.matrix(0).cast<double>();
        QVERIFY((trace.weights.matrix(0, 0).cast<double>() - weights).cwiseAbs().maxCoeff() <= 4e-6);
        QVERIFY((trace.concat.matrix(0).cast<double>() - concat).cwiseAbs().maxCoeff() <= 1e-5);
    }

    void h4_as_many_heads_as_d_model_work() {
        const Trace trace = run(self_input(1, 13, 24), *random_parameters(24, 42), 24);
        QCOMPARE(trace.weights.dim(1), 24);
        const Index n = 13;
        for (Index h = 0; h < 24; ++h) { // with d_k = 1 a score is one product
            for (Index i = 0; i < n; ++i) {
                for (Index j = 0; j < n; ++j) {
                    QCOMPARE_EQ(trace.scores.matrix(0, h)(i, j), trace.Q.matrix(0)(i, h) * trace.K.matrix(0)(j, h));
                }
            }
        }
    }

    void permuting_the_heads_parameters_permutes_the_heads() {
        const Index d = 32;
        const Index d_k = 8;
        const Parameters original = parameters_with_gain(d, 42, 4.0F);
        const std::array<Index, 4> from{2, 0, 3, 1};
        Parameters permuted = original;
        for (Index h = 0; h < 4; ++h) {
            const Index f = from[static_cast<std::size_t>(h)];
            for (const auto& [to, source] : {std::pair{&permuted.W_q, &original.W_q},
                                             {&permuted.W_k, &original.W_k},
                                             {&permuted.W_v, &original.W_v}}) {
                to->weight.middleRows(h * d_k, d_k) = source->weight.middleRows(f * d_k, d_k);
                to->bias.segment(h * d_k, d_k) = source->bias.segment(f * d_k, d_k);
            }
            permuted.W_o.weight.middleCols(h * d_k, d_k) = original.W_o.weight.middleCols(f * d_k, d_k);
        }
        const AttentionInput input = self_input(1, 17, d);
        const Trace a = run(input, original, 4);
        const Trace b = run(input, permuted, 4);
        for (Index h = 0; h < 4; ++h) {
            QVERIFY(b.weights.matrix(0, h) == a.weights.matrix(0, from[static_cast<std::size_t>(h)]));
        }
        // W_o adds the same 32 terms in another order.
        QVERIFY((a.output.matrix(0) - b.output.matrix(0)).cwiseAbs().maxCoeff() < 1e-6F);
    }

    void t13_the_same_input_gives_the_same_bits() {
        const Parameters parameters = *random_parameters(64, 42);
        const Trace a = run(self_input(1, 100, 64), parameters, 8);
        const Trace b = run(self_input(1, 100, 64), parameters, 8);
        QVERIFY(same_bits(a.weights.values(), b.weights.values()));
        QVERIFY(same_bits(a.output.values(), b.output.values()));
    }

private:
    static void check_rows(const Trace& trace, const Configuration& c) {
        std::vector<std::uint8_t> visible(static_cast<std::size_t>(c.n_k));
        Index fully_masked = 0;
        for (Index b = 0; b < c.batch; ++b) {
            for (Index i = 0; i < c.n_q; ++i) {
                c.mask.row(b, i, c.n_q, c.n_k, visible);
                const bool empty = std::ranges::count(visible, 1) == 0;
                fully_masked += empty ? 1 : 0;
                for (Index h = 0; h < c.n_heads; ++h) {
                    const std::span<const float> row = cells(trace.weights, b, h, i);
                    double sum = 0.0;
                    for (std::size_t j = 0; j < row.size(); ++j) {
                        sum += static_cast<double>(row[j]);
                        QVERIFY(empty || visible[j] != 0 || row[j] == 0.0F);
                    }
                    COMPARE_NEAR(sum, empty && c.fill == MaskFill::zero ? 0.0 : 1.0, 1e-6);
                }
            }
        }
        QCOMPARE(trace.fully_masked_rows, fully_masked);
    }
};

QTEST_GUILESS_MAIN(AttentionPropertiesTest)
#include "attention_properties_test.moc"
