#include "ui/present/formula_text.h"

#include "ui/present/number_format.h"

namespace headscope::ui {

namespace {

using Level = FormulaRun::Level;

Formula symbol(Extent extent) {
    switch (extent) {
    case Extent::n_heads: return {{QStringLiteral("h"), true}};
    case Extent::d_model: return {{QStringLiteral("d"), true}, {QStringLiteral("model"), false, Level::subscript}};
    case Extent::d_head: return {{QStringLiteral("d"), true}, {QStringLiteral("k"), true, Level::subscript}};
    default: {
        const std::string_view text = extent_text(extent);
        return {{QString::fromLatin1(text.data(), std::ssize(text)), true}};
    }
    }
}

/// `factor` gives the runs of one extent.
template <typename Factor>
Formula product(const SymbolicShape& shape, Index elementBytes, Factor factor) {
    Formula formula;
    for (int axis = 0; axis < shape.rank;) {
        const Extent extent = shape.extents[static_cast<std::size_t>(axis)];
        int power = 0;
        while (axis < shape.rank && shape.extents[static_cast<std::size_t>(axis)] == extent) {
            ++power;
            ++axis;
        }
        if (extent == Extent::one) {
            continue;
        }
        for (FormulaRun& run : factor(extent)) {
            formula.push_back(std::move(run));
        }
        if (power > 1) {
            formula.push_back({QString::number(power), false, Level::superscript});
        }
        formula.push_back({QStringLiteral(" · ")});
    }
    formula.push_back({QString::number(elementBytes) + QStringLiteral(" B")});
    return formula;
}

QString raised(const QString& digits) {
    return digits == QStringLiteral("2")   ? QStringLiteral("²")
           : digits == QStringLiteral("3") ? QStringLiteral("³")
                                           : QLatin1Char('^') + digits;
}

} // namespace

Formula bytesFormula(const SymbolicShape& shape, Index elementBytes) {
    return product(shape, elementBytes, symbol);
}

Formula bytesFormula(const SymbolicShape& shape, Index elementBytes, const ExtentValues& values) {
    return product(shape, elementBytes,
                   [&](Extent extent) { return Formula{{countText(values[static_cast<std::size_t>(extent)])}}; });
}

QString formulaHtml(const Formula& formula) {
    QString html;
    for (const FormulaRun& run : formula) {
        QString piece = run.text.toHtmlEscaped();
        if (run.italic) {
            piece = QStringLiteral("<i>%1</i>").arg(piece);
        }
        if (run.level != Level::line) {
            const QString tag = run.level == Level::subscript ? QStringLiteral("sub") : QStringLiteral("sup");
            piece = QStringLiteral("<%1>%2</%1>").arg(tag, piece);
        }
        html += piece;
    }
    return html;
}

QString formulaPlain(const Formula& formula) {
    QString text;
    for (const FormulaRun& run : formula) {
        text += run.level == Level::superscript ? raised(run.text)
                : run.level == Level::subscript ? QLatin1Char('_') + run.text
                                                : run.text;
    }
    return text;
}

} // namespace headscope::ui
