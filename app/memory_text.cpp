#include "app/memory_text.h"

#include <algorithm>

#include <QCoreApplication>

#include "app/memory_sections.h"
#include "app/memory_words.h"
#include "app/text_table.h"
#include "app/text_width.h"
#include "ui/present/number_format.h"

namespace headscope::ui {

namespace {

QString percentText(double share) {
    constexpr double percent = 100.0;
    return QStringLiteral("%1 %").arg(share * percent, 0, 'f', 0);
}

/// "Heads 8" is left out where several are set side by side.
QString settingsLine(const MemoryReport& report, bool withHeads) {
    const CostSettings& s = report.cost.settings;
    QStringList parts{QStringLiteral("batch %1").arg(s.batch), QStringLiteral("seq_len %1").arg(s.seq_len),
                      QStringLiteral("d_model %1").arg(s.d_model)};
    if (withHeads) {
        parts += Memory::tr("heads %1 (d_k %2)").arg(s.n_heads).arg(s.d_head());
    }
    parts += s.masked() ? Memory::tr("mask %1").arg(qtText(maskShapeId(s.mask))) : Memory::tr("no mask");
    if (s.mode == CostMode::training) {
        parts += Memory::tr("dropout %1").arg(s.dropout);
    }
    parts += qtText(elementId(s.element));
    if (s.engine != CostEngine::pytorch) {
        parts += Memory::tr("threads: %1").arg(s.threads);
    }
    return parts.join(QStringLiteral(", ")) + u'\n';
}

QString title(const MemoryReport& report, bool withHeads) {
    const QString mode = report.cost.settings.mode == CostMode::training ? Memory::tr("training, one layer")
                                                                         : Memory::tr("inference, one layer");
    return Memory::tr(engineLabel(report.cost)) + QStringLiteral(" · ") + mode + u'\n' +
           settingsLine(report, withHeads);
}

void addFlops(TextTable& table, const QString& name, Index flops) {
    table.add({name, flopsText(flops), countText(flops)});
}

QString figures(const MemoryReport& report) {
    const MemoryCost& cost = report.cost;
    const bool training = cost.settings.mode == CostMode::training;
    TextTable table({Align::left, Align::right, Align::right});
    addBytesRow(table, Memory::tr("Peak"), cost.peak_bytes);
    addBytesRow(table, Memory::tr("  of it with the heads"), cost.peak_with_heads_bytes);
    if (training) {
        addBytesRow(table, Memory::tr("Peak of the forward pass"), cost.forward_peak_bytes);
    }
    addBytesRow(table, Memory::tr("Alive after the forward pass"), cost.alive_after_forward_bytes);
    addBytesRow(table, Memory::tr("Parameters"), cost.parameter_bytes);
    if (training) {
        addBytesRow(table, Memory::tr("AdamW's states"), cost.optimizer_bytes);
        addBytesRow(table, Memory::tr("Peak of the optimizer's step"), cost.step_peak_bytes);
    }
    addBytesRow(table, Memory::tr("Needed in all"), report.needed_bytes);
    addFlops(table, Memory::tr("FLOPs forward"), report.flops.forward_total);
    if (training) {
        addFlops(table, Memory::tr("FLOPs backward"), report.flops_backward);
    }
    return u'\n' + table.text() +
           wrapped(Memory::tr(
                       "Peak and alive count what the layer allocates: neither its input nor parameters nor optimizer. "
                       "There are %1 parameters, whatever the number of heads.")
                       .arg(countText(cost.parameters)),
                   0) +
           u'\n';
}

QString scalingText(HeadScaling scaling) {
    switch (scaling) {
    case HeadScaling::none: return Memory::tr("the same");
    case HeadScaling::linear: return Memory::tr("grows");
    case HeadScaling::inverse: return Memory::tr("shrinks");
    }
    return {};
}

/// The statements that make and release it.
QString lifeText(const MemoryCost& cost, const MemoryTerm& term) {
    const auto statement = [&cost](int event) {
        return qtText(cost.events[static_cast<std::size_t>(event)].statement);
    };
    const QString until = term.died < 0 ? Memory::tr("the end") : statement(term.died);
    return statement(term.born) + QStringLiteral(" – ") + until;
}

/// Of the forward and the backward pass, the largest first.
std::vector<const MemoryTerm*> termsOfPasses(const MemoryCost& cost) {
    std::vector<const MemoryTerm*> terms;
    for (const MemoryTerm& term : cost.terms) {
        if (term.phase != CostPhase::step) {
            terms.push_back(&term);
        }
    }
    std::ranges::stable_sort(terms, std::greater(), [](const MemoryTerm* term) { return term->bytes; });
    return terms;
}

QString termsTable(const MemoryCost& cost) {
    const std::vector<const MemoryTerm*> terms = termsOfPasses(cost);
    TextTable table({Align::right, Align::left, Align::left, Align::left, Align::left, Align::left, Align::left});
    table.add({Memory::tr("Bytes"), Memory::tr("At peak"), Memory::tr("Tensor"), Memory::tr("More heads"),
               Memory::tr("Alive"), Memory::tr("Shape"), Memory::tr("Formula")});
    for (const MemoryTerm* term : terms) {
        table.add({countText(term->bytes), term->at_peak ? Memory::tr("yes") : QString(), qtText(term->name),
                   scalingText(term->scales_with_heads()), lifeText(cost, *term),
                   QString::fromStdString(term->shape.text()), QString::fromStdString(term->formula(cost.values))});
    }
    QString text = u'\n' + Memory::tr("Tensors, the largest first") + u'\n' + table.text();
    if (terms.size() < cost.terms.size()) {
        text += Memory::tr("The optimizer's step makes %1 more, which --json lists.")
                    .arg(cost.terms.size() - terms.size()) +
                u'\n';
    }
    return text;
}

/// Why the factor does not follow from the share that grows.
QString otherPeak(const TwiceTheHeads& twice) {
    return twice.other_peak.empty()
               ? QString()
               : u' ' +
                     Memory::tr("It is then reached at another moment, when %1 is made.").arg(qtText(twice.other_peak));
}

QString headsLines(const MemoryReport& report) {
    QString text =
        u'\n' + Memory::tr("%1 of the peak grows with the number of heads.").arg(percentText(report.shareWithHeads())) +
        u'\n';
    const Index twice = 2 * report.cost.settings.n_heads;
    if (report.keepDModel) {
        text += Memory::tr("With %1 heads the peak is %2 (%3) if d_model stays.")
                    .arg(countText(twice), factorText(report.keepDModel->factor),
                         bytesText(report.keepDModel->peak_bytes)) +
                otherPeak(*report.keepDModel) + u'\n';
    } else {
        text += Memory::tr("%1 heads do not divide d_model.").arg(countText(twice)) + u'\n';
    }
    if (report.keepDHead) {
        text += Memory::tr("With %1 heads the peak is %2 (%3) if d_k stays, for then d_model becomes %4.")
                    .arg(countText(twice), factorText(report.keepDHead->factor),
                         bytesText(report.keepDHead->peak_bytes), countText(report.keepDHead->d_model)) +
                otherPeak(*report.keepDHead) + u'\n';
    }
    return text;
}

QString oneText(const MemoryReport& report) {
    QString text =
        title(report, true) + figures(report) + headsLines(report) + termsTable(report.cost) + breakEvenSection(report);
    if (report.fit) {
        text += u'\n' + budgetSentence(report) + u'\n';
    }
    return text + stackSection(report) + kvCacheSection(report) + tensorParallelSection(report) +
           savedTensorsSection(report);
}

QString headsTable(const std::vector<MemoryReport>& reports) {
    const MemoryReport& first = reports.front();
    std::vector<Align> columns(first.fit ? 9 : 7, Align::right);
    QStringList head{Memory::tr("Heads"),        QStringLiteral("d_k"),        Memory::tr("Peak"),
                     Memory::tr("Bytes"),        Memory::tr("With the heads"), Memory::tr("Alive after forward"),
                     Memory::tr("FLOPs forward")};
    if (first.fit) {
        head += {Memory::tr("Longest in %1").arg(bytesText(*first.budget)), Memory::tr("What breaks it")};
        columns.back() = Align::left;
    }
    TextTable table(columns);
    table.add(head);
    for (const MemoryReport& report : reports) {
        const MemoryCost& cost = report.cost;
        QStringList row{countText(cost.settings.n_heads),     countText(cost.settings.d_head()),
                        bytesText(cost.peak_bytes),           exactBytesText(cost.peak_bytes),
                        percentText(report.shareWithHeads()), exactBytesText(cost.alive_after_forward_bytes),
                        countText(report.flops.forward_total)};
        if (report.fit) {
            row += {countText(report.fit->largest_seq_len), qtText(report.fit->breaking_term)};
        }
        table.add(row);
    }
    return title(first, false) + u'\n' + table.text() + u'\n' +
           wrapped(
               Memory::tr("One layer. What --layers, --kv-heads and --devices add is told for one number of heads, and "
                          "with --json for each."),
               0) +
           u'\n';
}

} // namespace

QString memoryText(const std::vector<MemoryReport>& reports) {
    return reports.size() == 1 ? oneText(reports.front()) : headsTable(reports);
}

} // namespace headscope::ui
