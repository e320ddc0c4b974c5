#include "core/cost/break_even.h"

#include <QtTest>

#include "core/cost/flops.h"

using namespace headscope;

namespace {

Index bytes_of(const MemoryCost& cost, std::string_view symbol) {
    for (const MemoryTerm& term : cost.terms) {
        if (term.symbol == symbol) {
            return term.bytes;
        }
    }
    return -1;
}

CostSettings settings_at(Index n, Index d_model, Index n_heads) {
    CostSettings settings;
    settings.engine = CostEngine::materialised;
    settings.seq_len = n;
    settings.d_model = d_model;
    settings.n_heads = n_heads;
    return settings;
}

class BreakEvenTest : public QObject {
    Q_OBJECT

private slots:
    // n = d_k: h n n = n d_model.
    void one_tensor_of_scores_equals_one_of_rows() {
        for (const Index h : {1, 2, 8, 64}) {
            const std::vector<BreakEven> lines = break_evens(settings_at(1, 512, h));
            QCOMPARE(lines[0].kind, BreakEven::Kind::scores_equal_row);
            const MemoryCost cost = memory_cost(settings_at(static_cast<Index>(lines[0].seq_len), 512, h)).value();
            QCOMPARE(bytes_of(cost, "weights"), bytes_of(cost, "Q"));
        }
    }

    // n = 2.5 d_k: 2 S = 5 X, the two halves of PyTorch's peak in inference.
    void scores_are_half_of_the_peak() {
        const std::vector<BreakEven> lines = break_evens(settings_at(1, 512, 8));
        QCOMPARE(lines[1].kind, BreakEven::Kind::half_of_peak);
        QCOMPARE_EQ(lines[1].seq_len, 160.0);
        CostSettings settings = settings_at(160, 512, 8);
        settings.engine = CostEngine::pytorch;
        const MemoryCost cost = memory_cost(settings).value();
        QCOMPARE(2 * cost.peak_with_heads_bytes, cost.peak_bytes);
    }

    // n = 2 d_model: the products over n^2 (4 n^2 d) equal the projections (8 n d^2).
    void products_cost_what_projections_do() {
        const std::vector<BreakEven> lines = break_evens(settings_at(1, 64, 8));
        QCOMPARE(lines[2].kind, BreakEven::Kind::flops_of_products);
        QCOMPARE_EQ(lines[2].seq_len, 128.0);
        const FlopCost cost = flop_cost({1, 128, 128, 64, 8, false, false, true}).value();
        Index projections = 0;
        Index products = 0;
        for (const FlopStep& step : cost.forward) {
            const bool projection =
                step.symbol == "Q" || step.symbol == "K" || step.symbol == "V" || step.symbol == "output";
            const bool product = step.name == "Q K^T" || step.name == "weights V";
            projections += projection ? step.count.multiplications : 0;
            products += product ? step.count.multiplications : 0;
        }
        QCOMPARE(products, projections);
    }

    void slopes_of_powers_are_their_exponents() {
        QCOMPARE_EQ(local_slope(2.0, 7.0, 16.0, 7.0), 0.0);
        QCOMPARE_EQ(local_slope(2.0, 4.0, 4.0, 8.0), 1.0);
        QCOMPARE_EQ(local_slope(2.0, 4.0, 4.0, 16.0), 2.0);
    }
};

} // namespace

QTEST_GUILESS_MAIN(BreakEvenTest)
#include "break_even_test.moc"
