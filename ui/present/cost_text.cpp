#include "ui/present/cost_text.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QStringList>

#include "ui/present/formula_text.h"
#include "ui/present/number_format.h"

namespace headscope::ui {

namespace {

constexpr std::size_t namedParts = 6; // of a tool tip

QString text(const char* source) {
    return QCoreApplication::translate("CostText", source);
}

QString nameOf(const MemoryTerm& term) {
    return QString::fromUtf8(term.name);
}

/// "1 · 8 · 12² · 4 B = 4,608 B"
QString numbersHtml(const MemoryTerm& term, const ExtentValues& values) {
    const QString exact = exactBytesText(term.bytes);
    const QString numbers = formulaHtml(bytesFormula(term.shape, term.element_bytes, values));
    return numbers == exact ? exact : numbers + QStringLiteral(" = ") + exact;
}

QString axisSymbol(CostAxis axis) {
    switch (axis) {
    case CostAxis::n_heads: return QStringLiteral("h");
    case CostAxis::seq_len: return QStringLiteral("n");
    case CostAxis::batch: return QStringLiteral("batch");
    }
    return {};
}

} // namespace

QString engineName(CostEngine engine, ElementType element) {
    switch (engine) {
    case CostEngine::pytorch:
        return element == ElementType::float32
                   ? text(QT_TRANSLATE_NOOP("CostText", "The article's module in PyTorch (CPU, measured)"))
                   : text(QT_TRANSLATE_NOOP("CostText", "The article's module in PyTorch (CPU, computed)"));
    case CostEngine::materialised: return text(QT_TRANSLATE_NOOP("CostText", "Headscope materialised"));
    case CostEngine::blocked: return text(QT_TRANSLATE_NOOP("CostText", "Headscope blocked"));
    }
    return {};
}

QString engineCompactName(CostEngine engine) {
    return engine == CostEngine::pytorch ? text(QT_TRANSLATE_NOOP("CostText", "Article's module in PyTorch"))
                                         : engineName(engine, ElementType::float32);
}

QString engineShortName(CostEngine engine) {
    switch (engine) {
    case CostEngine::pytorch: return QStringLiteral("PyTorch");
    case CostEngine::materialised: return text(QT_TRANSLATE_NOOP("CostText", "materialised"));
    case CostEngine::blocked: return text(QT_TRANSLATE_NOOP("CostText", "blocked"));
    }
    return {};
}

QString modeName(CostMode mode) {
    return mode == CostMode::training ? text(QT_TRANSLATE_NOOP("CostText", "Training"))
                                      : text(QT_TRANSLATE_NOOP("CostText", "Inference"));
}

QString elementName(ElementType element) {
    switch (element) {
    case ElementType::float32: return QStringLiteral("float32");
    case ElementType::float16: return QStringLiteral("float16");
    case ElementType::bfloat16: return QStringLiteral("bfloat16");
    case ElementType::int8: return QStringLiteral("int8");
    }
    return {};
}

QString maskShapeName(MaskShape mask) {
    switch (mask) {
    case MaskShape::none: return text(QT_TRANSLATE_NOOP("CostText", "none"));
    case MaskShape::all: return QStringLiteral("11nn");
    case MaskShape::each_batch: return QStringLiteral("b1nn");
    case MaskShape::key_padding: return QStringLiteral("b11n");
    case MaskShape::each_head: return QStringLiteral("bhnn");
    }
    return {};
}

QString maskShapeHint(MaskShape mask) {
    switch (mask) {
    case MaskShape::none: return text(QT_TRANSLATE_NOOP("CostText", "No mask"));
    case MaskShape::all:
        return text(QT_TRANSLATE_NOOP("CostText", "(1, 1, n, n): one for all sequences and heads, the causal mask"));
    case MaskShape::each_batch: return text(QT_TRANSLATE_NOOP("CostText", "(batch, 1, n, n): one for each sequence"));
    case MaskShape::key_padding:
        return text(QT_TRANSLATE_NOOP("CostText", "(batch, 1, 1, n): hidden keys of each sequence, padding"));
    case MaskShape::each_head: return text(QT_TRANSLATE_NOOP("CostText", "(batch, n_heads, n, n): one for each head"));
    }
    return {};
}

QString phaseName(CostPhase phase) {
    switch (phase) {
    case CostPhase::forward: return text(QT_TRANSLATE_NOOP("CostText", "forward"));
    case CostPhase::backward: return text(QT_TRANSLATE_NOOP("CostText", "backward"));
    case CostPhase::step: return text(QT_TRANSLATE_NOOP("CostText", "optimizer step"));
    }
    return {};
}

QString scalingText(int headsPower) {
    return headsPower > 0   ? text(QT_TRANSLATE_NOOP("CostText", "grows with h"))
           : headsPower < 0 ? text(QT_TRANSLATE_NOOP("CostText", "shrinks with h"))
                            : text(QT_TRANSLATE_NOOP("CostText", "does not change"));
}

QString originText(const MemoryCost& cost) {
    if (!cost.measured) {
        return text(QT_TRANSLATE_NOOP("CostText", "computed, not measured"));
    }
    return cost.settings.engine == CostEngine::pytorch
               ? text(QT_TRANSLATE_NOOP("CostText", "measured: what PyTorch 1.13 allocates on the CPU, to the byte"))
               : text(QT_TRANSLATE_NOOP("CostText", "counted at every run, to the byte"));
}

QString originHint(const MemoryCost& cost) {
    return cost.measured && cost.settings.engine == CostEngine::pytorch
               ? text(QT_TRANSLATE_NOOP("CostText",
                                        "Every allocation of thousands of smaller runs was logged, and this "
                                        "is made by the rules that reproduce each of them to the byte."))
               : QString();
}

bool isStackMeasured(const MemoryCost& layer) {
    return layer.measured && layer.settings.engine == CostEngine::pytorch;
}

QString flopsToolTip(const CostSettings& settings) {
    const Result<FlopCost> cost = flop_cost(flop_settings(settings));
    if (!cost) {
        return {};
    }
    const Index m = settings.masked() ? 1 : 0;
    const Index r = settings.drops() ? 1 : 0;
    const auto line = [&](const char* name, Index projections, Index products, Index cells, const QString& constants,
                          Index rows, Index total) {
        return QStringLiteral("%1: %2 B n d² + %3 B n² d − B n d%4 + B h n² (%5 + %6 + %7) − %8 B h n<br>= %9")
            .arg(text(name), QString::number(projections), QString::number(products), constants, QString::number(cells),
                 QString::number(m), QString::number(r), QString::number(rows), countText(total));
    };
    QString html = QStringLiteral("<p style='white-space: nowrap'>B = %1, n = %2, d = %3, h = %4<br>")
                       .arg(countText(settings.batch), countText(settings.seq_len), countText(settings.d_model),
                            countText(settings.n_heads)) +
                   line(QT_TRANSLATE_NOOP("CostText", "forward"), 8, 4, 5, QString(), 2, cost->forward_total);
    if (settings.mode == CostMode::training) {
        html += QStringLiteral("<br>") + line(QT_TRANSLATE_NOOP("CostText", "backward"), 16, 8, 4,
                                              QStringLiteral(" − 4 d² − 4 d"), 1, cost->backward_total);
    }
    return html + QStringLiteral("</p>");
}

QString questionText(const CostQuestion& question) {
    const CostSettings& s = question.settings;
    return text(QT_TRANSLATE_NOOP("CostText", "one layer, batch %1, n = %2, d_model = %3, h = %4"))
        .arg(countText(s.batch), countText(s.seq_len), countText(s.d_model), countText(s.n_heads));
}

QString factorSentence(double factor) {
    constexpr double rounding = 0.005; // shown with two decimals
    const QString number = factorText(factor);
    if (std::abs(factor - 2.0) < rounding) {
        return number;
    }
    return factor < 2.0 ? text(QT_TRANSLATE_NOOP("CostText", "%1, not ×2")).arg(number)
                        : text(QT_TRANSLATE_NOOP("CostText", "%1, more than ×2")).arg(number);
}

QString shareSentence(const CostSummary& summary) {
    const QString share = text(QT_TRANSLATE_NOOP("CostText", "%1 of the peak grows with the heads"))
                              .arg(percentText(growingBytes(summary.parts), summary.cost.peak_bytes));
    if (!summary.doubled || same_peak_moment(summary.cost, *summary.doubled)) {
        return share;
    }
    return share + text(QT_TRANSLATE_NOOP("CostText", "; at 2h the peak is at another moment, when %1 is made"))
                       .arg(QString::fromUtf8(summary.doubled->peak_tensor()));
}

QString keepSentence(Keep keep, CostEngine engine) {
    if (keep == Keep::d_model && engine == CostEngine::blocked) {
        return text(QT_TRANSLATE_NOOP("CostText",
                                      "More heads cut the same d_model into smaller d_k, and this engine has "
                                      "no n × n tensors: only one number for each row and head grows with h."));
    }
    return keep == Keep::d_model
               ? text(QT_TRANSLATE_NOOP("CostText", "More heads cut the same d_model into smaller d_k: only the "
                                                    "n × n tensors grow with h."))
               : text(QT_TRANSLATE_NOOP("CostText", "Every head brings its own d_k, so d_model and all tensors grow "
                                                    "with h: this alone explains the claim that memory is "
                                                    "proportional to the number of heads."));
}

QString noDoubleText(const CostQuestion& question) {
    const Index heads = question.settings.n_heads * 2;
    if (question.keep == Keep::d_model && question.settings.d_model % heads != 0) {
        return text(QT_TRANSLATE_NOOP("CostText", "2h = %1 does not divide d_model = %2, so there is no second bar."))
            .arg(countText(heads), countText(question.settings.d_model));
    }
    return text(QT_TRANSLATE_NOOP("CostText", "At 2h = %1 a figure passes 63 bits.")).arg(countText(heads));
}

QString termToolTip(const MemoryTerm& term, const ExtentValues& values) {
    return QStringLiteral("<p style='white-space: nowrap'><b>%1</b><br>%2<br>= %3</p>")
        .arg(nameOf(term).toHtmlEscaped(), formulaHtml(bytesFormula(term.shape, term.element_bytes)),
             numbersHtml(term, values));
}

QString peakToolTip(const MemoryCost& cost, const std::vector<PeakPart>& parts) {
    std::vector<PeakPart> largest = parts;
    std::ranges::stable_sort(largest, std::ranges::greater{}, &PeakPart::bytes);
    QString html = QStringLiteral("<p style='white-space: nowrap'><b>%1</b>").arg(exactBytesText(cost.peak_bytes));
    Index others = 0;
    for (std::size_t i = 0; i < largest.size(); ++i) {
        const MemoryTerm& term = cost.terms[static_cast<std::size_t>(largest[i].term)];
        if (i < namedParts) {
            html += QStringLiteral("<br>%1%2: %3")
                        .arg(i == 0 ? QStringLiteral("= ") : QStringLiteral("+ "), nameOf(term).toHtmlEscaped(),
                             numbersHtml(term, cost.values));
        } else {
            others += term.bytes;
        }
    }
    if (others > 0) {
        html += QStringLiteral("<br>+ ") +
                text(QT_TRANSLATE_NOOP("CostText", "smaller ones: %1")).arg(exactBytesText(others));
    }
    return html + QStringLiteral("</p>");
}

QString lifeText(const MemoryCost& cost, const MemoryTerm& term) {
    const auto statement = [&](int event) {
        return QString::fromUtf8(cost.events[static_cast<std::size_t>(event)].statement);
    };
    const QString life = term.died < 0 ? text(QT_TRANSLATE_NOOP("CostText", "%1: made in %2, alive at the end"))
                                             .arg(phaseName(term.phase), statement(term.born))
                                       : text(QT_TRANSLATE_NOOP("CostText", "%1: made in %2, released in %3"))
                                             .arg(phaseName(term.phase), statement(term.born), statement(term.died));
    return term.at_peak ? life + text(QT_TRANSLATE_NOOP("CostText", "; alive at the peak")) : life;
}

QString eventText(const MemoryCost& cost, int event) {
    const MemoryEvent& e = cost.events[static_cast<std::size_t>(event)];
    const QString change = (e.bytes < 0 ? QString() : QStringLiteral("+")) + exactBytesText(e.bytes);
    return text(QT_TRANSLATE_NOOP("CostText", "%1 of %2, %3, %4: %5 %6, then %7 alive"))
        .arg(QString::number(event + 1), QString::number(cost.events.size()), phaseName(e.phase),
             QString::fromUtf8(e.statement), nameOf(cost.terms[static_cast<std::size_t>(e.term)]), change,
             exactBytesText(e.live));
}

QString seenText(const MemoryTerm& term) {
    if (term.symbol == "weights") {
        return text(QT_TRANSLATE_NOOP("CostText", "The maps of the heads show it: each cell is one number of it."));
    }
    if (term.symbol == "dropped") {
        return text(QT_TRANSLATE_NOOP("CostText", "With dropout the maps of the heads show it: each cell is one number "
                                                  "of it."));
    }
    if (term.symbol == "scores") {
        return text(QT_TRANSLATE_NOOP("CostText", "Pointing at a cell of a head tells its score: one number of it."));
    }
    return {};
}

QString slopeText(const CostCurves& curves) {
    if (!curves.slope) {
        return {};
    }
    const QString symbol = axisSymbol(curves.axis);
    const QString power = QString::number(*curves.slope, 'f', 2);
    return text(QT_TRANSLATE_NOOP("CostText", "At %1 the peak grows like %2."))
        .arg(QStringLiteral("<i>%1</i> = %2").arg(symbol, countText(static_cast<Index>(curves.present.x))),
             QStringLiteral("<i>%1</i><sup>%2</sup>").arg(symbol, power));
}

QString fitText(const EngineFit& fit, Index budget) {
    if (fit.fit.largest_seq_len == 0) {
        return text(QT_TRANSLATE_NOOP("CostText", "Not even one token fits: %1 are needed, the budget is %2."))
            .arg(bytesText(fit.fit.needed_one_more), bytesText(budget));
    }
    const QString breaking =
        fit.breaking ? QStringLiteral("<b>%1</b> (%2 = %3)")
                           .arg(nameOf(*fit.breaking).toHtmlEscaped(),
                                formulaHtml(bytesFormula(fit.breaking->shape, fit.breaking->element_bytes)),
                                bytesText(fit.breaking->bytes))
                     : QStringLiteral("<b>%1</b>").arg(QString::fromUtf8(fit.fit.breaking_term).toHtmlEscaped());
    return text(QT_TRANSLATE_NOOP("CostText", "needs %1; one token more breaks at %2"))
        .arg(bytesText(fit.fit.needed_bytes), breaking);
}

} // namespace headscope::ui
