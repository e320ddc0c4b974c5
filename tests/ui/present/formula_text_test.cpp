#include <QtTest>

#include "core/cost/memory_timeline.h"
#include "ui/present/formula_text.h"

using namespace headscope;
using namespace headscope::ui;

namespace {

const SymbolicShape scores = shape({Extent::batch, Extent::n_heads, Extent::n, Extent::n});
const SymbolicShape projection = shape({Extent::d_model, Extent::d_model});

ExtentValues values() {
    CostSettings settings;
    settings.batch = 2;
    settings.seq_len = 1200;
    MemoryTimeline timeline(settings);
    return std::move(timeline).finish()->values;
}

} // namespace

class FormulaTextTest : public QObject {
    Q_OBJECT

private slots:
    void symbols_of_the_literature() {
        QCOMPARE(formulaPlain(bytesFormula(scores, 4)), QStringLiteral("batch · h · n² · 4 B"));
        QCOMPARE(formulaPlain(bytesFormula(projection, 2)), QStringLiteral("d_model² · 2 B"));
        QCOMPARE(formulaPlain(bytesFormula(shape({Extent::batch, Extent::n, Extent::n_heads, Extent::d_head}), 4)),
                 QStringLiteral("batch · n · h · d_k · 4 B"));
    }

    void a_mask_without_heads_shows_no_ones() {
        QCOMPARE(formulaPlain(bytesFormula(shape({Extent::one, Extent::one, Extent::n, Extent::n}), 1)),
                 QStringLiteral("n² · 1 B"));
        QCOMPARE(formulaPlain(bytesFormula(shape({}), 8)), QStringLiteral("8 B"));
    }

    void typeset_with_real_exponents_and_indices() {
        QCOMPARE(formulaHtml(bytesFormula(scores, 4)),
                 QStringLiteral("<i>batch</i> · <i>h</i> · <i>n</i><sup>2</sup> · 4 B"));
        QCOMPARE(formulaHtml(bytesFormula(projection, 4)),
                 QStringLiteral("<i>d</i><sub>model</sub><sup>2</sup> · 4 B"));
    }

    void numbers_put_in() {
        QCOMPARE(formulaPlain(bytesFormula(scores, 4, values())), QStringLiteral("2 · 8 · 1,200² · 4 B"));
        QCOMPARE(formulaHtml(bytesFormula(projection, 4, values())), QStringLiteral("512<sup>2</sup> · 4 B"));
    }
};

QTEST_GUILESS_MAIN(FormulaTextTest)
#include "formula_text_test.moc"
