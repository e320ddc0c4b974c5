#include "core/cost/cost.h"

#include <limits>

#include <QtTest>

#include "core/attention/attention.h"
#include "tests/support/attention_cases.h"
#include "tests/support/counting.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

CostInput cost_input(Index batch, Index n_q, Index n_k, Index d_model, Index n_heads, bool masked = false,
                     bool dropout = false) {
    CostInput input;
    input.dims = dims_of(d_model, n_heads);
    input.batch = batch;
    input.n_q = n_q;
    input.n_k = n_k;
    input.self_attention = n_q == n_k;
    input.masked = masked;
    input.dropout = dropout;
    return input;
}

Cost cost_of(const CostInput& input) {
    const Result<Cost> cost = forward_cost(input);
    HEADSCOPE_EXPECTS(cost.has_value());
    return *cost;
}

using Numbers = std::vector<Counting>;

Counting dot(const Counting* a, Index a_step, const Counting* b, Index b_step, Index n) {
    Counting sum = a[0] * b[0];
    for (Index k = 1; k < n; ++k) {
        sum = sum + a[k * a_step] * b[k * b_step];
    }
    return sum;
}

Numbers linear(const Numbers& rows, Index d, const Numbers& weight, const Numbers& bias) {
    Numbers out;
    for (std::size_t first = 0; first < rows.size(); first += static_cast<std::size_t>(d)) {
        for (Index j = 0; j < d; ++j) {
            out.push_back(dot(&rows[first], 1, &weight[static_cast<std::size_t>(j * d)], 1, d) +
                          bias[static_cast<std::size_t>(j)]);
        }
    }
    return out;
}

void softmax(Numbers& row) {
    Counting largest = row[0];
    for (std::size_t j = 1; j < row.size(); ++j) {
        largest = largest < row[j] ? row[j] : largest;
    }
    for (Counting& s : row) {
        s = exp(s - largest);
    }
    Counting sum = row[0];
    for (std::size_t j = 1; j < row.size(); ++j) {
        sum = sum + row[j];
    }
    for (Counting& s : row) {
        s = s / sum;
    }
}

struct Operations {
    Index all = 0;
    Index with_heads = 0;
};

// The article's dense algorithm, one number at a time.
Operations count(const CostInput& in) {
    const Index d = in.dims.d_model();
    const Index d_k = in.dims.d_head();
    const Numbers weight(static_cast<std::size_t>(d * d), Counting(0.1));
    const Numbers bias(static_cast<std::size_t>(d), Counting(0.1));
    const Numbers queries(static_cast<std::size_t>(in.batch * in.n_q * d), Counting(1.0));
    const Numbers keys(static_cast<std::size_t>(in.batch * in.n_k * d), Counting(1.0));
    Operations operations;
    Counting::operations = 0;
    const Numbers Q = linear(queries, d, weight, bias);
    const Numbers K = linear(keys, d, weight, bias);
    const Numbers V = linear(keys, d, weight, bias);
    Numbers concat(queries.size());
    for (Index b = 0; b < in.batch; ++b) {
        for (Index h = 0; h < in.dims.n_heads(); ++h) {
            for (Index i = 0; i < in.n_q; ++i) {
                Numbers row;
                for (Index j = 0; j < in.n_k; ++j) {
                    const std::size_t q = static_cast<std::size_t>((b * in.n_q + i) * d + h * d_k);
                    const std::size_t k = static_cast<std::size_t>((b * in.n_k + j) * d + h * d_k);
                    row.push_back(dot(&Q[q], 1, &K[k], 1, d_k) / Counting(std::sqrt(static_cast<double>(d_k))));
                }
                const Index before = Counting::operations;
                for (Counting& s : row) {
                    if (in.masked && Counting(1.0) == Counting(0.0)) { // mask == 0
                        s = Counting(-1e9);
                    }
                }
                softmax(row);
                for (Counting& w : row) {
                    w = in.dropout ? w * Counting(1.0 / 0.9) : w;
                }
                operations.with_heads += Counting::operations - before;
                for (Index c = 0; c < d_k; ++c) {
                    const std::size_t v = static_cast<std::size_t>(b * in.n_k * d + h * d_k + c);
                    concat[static_cast<std::size_t>((b * in.n_q + i) * d + h * d_k + c)] =
                        dot(row.data(), 1, &V[v], d, in.n_k);
                }
            }
        }
    }
    linear(concat, d, weight, bias);
    operations.all = Counting::operations;
    return operations;
}

} // namespace

class CostTest : public QObject {
    Q_OBJECT

private slots:
    void h3_parameters_do_not_depend_on_the_heads() {
        for (const Index h : legal_head_counts(512)) {
            const Cost cost = cost_of(cost_input(1, 6, 6, 512, h));
            QCOMPARE(cost.parameters, 1'048'576 + 2'048);
            QCOMPARE(cost.parameter_bytes, 4 * (1'048'576 + 2'048));
        }
    }

    void m1_the_score_tensor_of_one_head() {
        QCOMPARE(cost_of(cost_input(1, 512, 512, 16, 1)).scores_bytes, 512 * 512 * 4);
    }

    void m6_a_batch_of_16_with_1000_tokens_takes_64_mb_a_head() {
        QCOMPARE(cost_of(cost_input(16, 1000, 1000, 512, 1)).scores_bytes, 64'000'000);
        QCOMPARE(cost_of(cost_input(16, 1000, 1000, 512, 4)).scores_bytes, 256'000'000);
        QCOMPARE(cost_of(cost_input(16, 1000, 1000, 512, 8)).scores_bytes, 512'000'000);
    }

    void t8_no_token_costs_nothing_but_the_parameters() {
        const Cost cost = cost_of(cost_input(1, 0, 0, 512, 8, true, true));
        QCOMPARE(cost.scores_bytes, 0);
        QCOMPARE(cost.activation_bytes, 0);
        QCOMPARE(cost.flops_forward, 0);
        QCOMPARE(cost.flops_with_heads, 0);
        QCOMPARE(cost.parameters, 1'050'624);
    }

    void operations_are_those_of_a_counted_run() {
        for (const auto& [batch, n_q, n_k] : {std::array<Index, 3>{1, 1, 1}, {1, 5, 5}, {2, 3, 7}, {3, 4, 2}}) {
            for (const auto& [d_model, n_heads] : {std::array<Index, 2>{1, 1}, {6, 1}, {6, 3}, {8, 8}, {12, 2}}) {
                for (const int flags : {0, 1, 2, 3}) {
                    const CostInput in =
                        cost_input(batch, n_q, n_k, d_model, n_heads, (flags & 1) != 0, (flags & 2) != 0);
                    const Operations counted = count(in);
                    QCOMPARE(cost_of(in).flops_forward, counted.all);
                    QCOMPARE(cost_of(in).flops_with_heads, counted.with_heads);
                }
            }
        }
    }

    void operations_follow_the_published_sum() {
        const Index B = 2;
        const Index n = 100;
        const Index d = 64;
        for (const Index h : legal_head_counts(d)) {
            for (const Index m : {0, 1}) {
                for (const Index r : {0, 1}) {
                    const Index want =
                        8 * B * n * d * d + 4 * B * n * n * d - B * n * d + B * h * n * n * (5 + m + r) - 2 * B * h * n;
                    QCOMPARE(cost_of(cost_input(B, n, n, d, h, m == 1, r == 1)).flops_forward, want);
                }
            }
        }
    }

    void activation_bytes_are_those_of_a_trace() {
        for (const auto& [batch, n_q, n_k] : {std::array<Index, 3>{1, 1, 1}, {1, 6, 6}, {2, 3, 11}, {3, 40, 2}}) {
            for (const auto& [d_model, n_heads] : {std::array<Index, 2>{1, 1}, {24, 6}, {64, 64}, {96, 8}}) {
                for (const bool dropout : {false, true}) {
                    AttentionSettings settings;
                    settings.dropout = dropout ? 0.1 : 0.0;
                    const Result<Trace> trace =
                        attend(cross_input(batch, n_q, n_k, d_model), *random_parameters(d_model, 42),
                               dims_of(d_model, n_heads), settings);
                    const Cost cost = cost_of(cost_input(batch, n_q, n_k, d_model, n_heads, false, dropout));
                    QCOMPARE(cost.activation_bytes, trace->bytes());
                    QCOMPARE(cost.scores_bytes, trace->scores.bytes());
                }
            }
        }
    }

    void sizes_beyond_63_bits_are_refused() {
        const Index large = std::numeric_limits<Index>::max() / 1000;
        for (const CostInput& in :
             {cost_input(1, large, large, 512, 8), cost_input(large, 1, 1, 512, 8), cost_input(1, 1, large, 512, 8),
              cost_input(1, Index{1} << 29, Index{1} << 29, 8, 4)}) { // the last: each tensor fits, not their sum
            QVERIFY(!forward_cost(in).has_value());
            QCOMPARE(forward_cost(in).error().code, ErrorCode::needs_too_much_memory);
        }
    }

    void sizes_of_32_bit_overflow_are_exact() {
        QCOMPARE(cost_of(cost_input(4, 8192, 8192, 512, 32)).scores_bytes, Index{4} * 4 * 32 * 8192 * 8192);
    }
};

QTEST_GUILESS_MAIN(CostTest)
#include "cost_test.moc"
