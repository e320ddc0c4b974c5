#include "core/cost/budget.h"

#include <QtTest>

using namespace headscope;

namespace {

CostSettings question(CostEngine engine, CostMode mode) {
    CostSettings settings;
    settings.engine = engine;
    settings.mode = mode;
    settings.batch = 2;
    settings.mask = MaskShape::all;
    settings.dropout = 0.1;
    return settings;
}

std::vector<CostSettings> questions() {
    std::vector<CostSettings> all;
    for (const CostEngine engine : {CostEngine::pytorch, CostEngine::materialised, CostEngine::blocked}) {
        for (const CostMode mode : {CostMode::inference, CostMode::training}) {
            all.push_back(question(engine, mode));
        }
    }
    return all;
}

Index needed_at(CostSettings settings, Index n) {
    settings.seq_len = n;
    return memory_cost(settings).and_then(needed_bytes).value();
}

class BudgetTest : public QObject {
    Q_OBJECT

private slots:
    void the_largest_fits_and_one_more_does_not() {
        for (const CostSettings& settings : questions()) {
            for (const Index budget : {Index{40} << 20, Index{4} << 30, Index{80} << 30}) {
                const BudgetFit fit = fit_budget(settings, budget).value();
                QVERIFY(fit.largest_seq_len > 0);
                QCOMPARE(fit.needed_bytes, needed_at(settings, fit.largest_seq_len));
                QCOMPARE(fit.needed_one_more, needed_at(settings, fit.largest_seq_len + 1));
                QVERIFY(fit.needed_bytes <= budget);
                QVERIFY(fit.needed_one_more > budget);
            }
        }
    }

    void a_budget_to_the_byte() {
        for (const CostSettings& settings : questions()) {
            const Index exactly = needed_at(settings, 100);
            QCOMPARE(fit_budget(settings, exactly)->largest_seq_len, 100);
            QCOMPARE(fit_budget(settings, exactly - 1)->largest_seq_len, 99);
        }
    }

    void the_tensor_that_breaks_it() {
        // In inference the scores are there twice at the peak: with the second the budget is passed.
        const CostSettings settings = question(CostEngine::materialised, CostMode::inference);
        QCOMPARE(fit_budget(settings, Index{4} << 30)->breaking_term, std::string_view("output"));
    }

    void parameters_alone_may_be_too_large() {
        const CostSettings settings = question(CostEngine::pytorch, CostMode::training);
        const BudgetFit fit = fit_budget(settings, 1000).value();
        QCOMPARE(fit.largest_seq_len, 0);
        QCOMPARE(fit.needed_bytes, 0);
        QCOMPARE(fit.breaking_term, std::string_view("parameters"));
    }

    void a_question_that_is_wrong_is_an_error() {
        CostSettings settings = question(CostEngine::pytorch, CostMode::inference);
        settings.n_heads = 7;
        QCOMPARE(fit_budget(settings, 1 << 30).error().code, ErrorCode::heads_do_not_divide);
    }
};

} // namespace

QTEST_GUILESS_MAIN(BudgetTest)
#include "budget_test.moc"
