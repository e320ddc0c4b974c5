// Figures of public reports about the memory of attention, by their numbers in the list of cases.
#include <QtTest>

#include "core/cost/flops.h"
#include "core/cost/memory_cost.h"
#include "core/model/dims.h"
#include "tests/core/cost/memory_support.h"

using namespace headscope;

namespace {

MemoryCost cost_of(Index batch, Index n, Index d_model, Index n_heads) {
    return testing::cost_of(testing::engine_settings(CostEngine::materialised, batch, n, d_model, n_heads));
}

Index scores_bytes(const MemoryCost& cost) {
    for (const MemoryTerm& term : cost.terms) {
        if (term.symbol == "scores") {
            return term.bytes;
        }
    }
    return -1;
}

} // namespace

class ReportedFiguresTest : public QObject {
    Q_OBJECT

private slots:
    void h3_parameters_do_not_depend_on_the_heads() {
        for (const Index h : legal_head_counts(512)) {
            const MemoryCost cost = cost_of(1, 6, 512, h);
            QCOMPARE(cost.parameters, 1'048'576 + 2'048);
            QCOMPARE(cost.parameter_bytes, 4 * (1'048'576 + 2'048));
        }
    }

    void m1_the_score_tensor_of_one_head() { QCOMPARE(scores_bytes(cost_of(1, 512, 16, 1)), 512 * 512 * 4); }

    void m6_a_batch_of_16_with_1000_tokens_takes_64_mb_a_head() {
        QCOMPARE(scores_bytes(cost_of(16, 1000, 512, 1)), 64'000'000);
        QCOMPARE(scores_bytes(cost_of(16, 1000, 512, 4)), 256'000'000);
        QCOMPARE(scores_bytes(cost_of(16, 1000, 512, 8)), 512'000'000);
    }

    void sizes_of_32_bit_overflow_are_exact() {
        QCOMPARE(scores_bytes(cost_of(4, 8192, 512, 32)), Index{4} * 4 * 32 * 8192 * 8192);
    }

    // At 8 heads the gradients are the peak, at 16 the scores: the share of the one does not give the factor.
    void a_peak_at_another_moment_is_told() {
        CostSettings settings;
        settings.mode = CostMode::training;
        settings.seq_len = 128;
        const MemoryCost at_8 = memory_cost(settings).value();
        const MemoryCost at_16 = memory_cost(with_heads(settings, 16, Keep::d_model)).value();
        QCOMPARE(at_8.peak_with_heads_bytes, 0);
        QVERIFY(at_16.peak_bytes > at_8.peak_bytes);
        QVERIFY(!same_peak_moment(at_8, at_16));
        QVERIFY(same_peak_moment(at_16, at_16));
    }
};

QTEST_GUILESS_MAIN(ReportedFiguresTest)
#include "reported_figures_test.moc"
