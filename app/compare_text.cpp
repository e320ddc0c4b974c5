#include "app/compare_text.h"

#include <algorithm>

#include <QCoreApplication>

#include "app/text_table.h"
#include "app/text_width.h"
#include "ui/present/number_format.h"

namespace headscope::ui {

namespace {

struct Compare {
    Q_DECLARE_TR_FUNCTIONS(Compare)
};

QString inputLine(const Snapshot& snapshot) {
    const Request& request = snapshot.request;
    QStringList parts{std::holds_alternative<TextInput>(request.input)
                          ? Compare::tr("tokens: %1").arg(snapshot.n_q())
                          : Compare::tr("sequences: %1, tokens of each: %2").arg(snapshot.batch()).arg(snapshot.n_q())};
    parts += QStringLiteral("d_model %1").arg(request.dims.d_model());
    parts += std::holds_alternative<FileWeights>(request.weights)
                 ? Compare::tr("weights from a file")
                 : Compare::tr("random weights (seed %1)").arg(request.seed);
    switch (request.attention.mask.kind()) {
    case Mask::Kind::none: break;
    case Mask::Kind::causal: parts += Compare::tr("causal mask"); break;
    case Mask::Kind::key_padding:
    case Mask::Kind::matrix: parts += Compare::tr("mask from a file"); break;
    }
    return parts.join(QStringLiteral(" · ")) + u'\n';
}

/// "median of 51 runs" where all are the same, "of 5 to 51" otherwise.
QString runsText(const CompareReport& report) {
    const auto [fewest, most] = std::ranges::minmax_element(report.heads, {}, &ComparedHeads::runs);
    return fewest->runs == most->runs ? Compare::tr("median of %1 runs").arg(most->runs)
                                      : Compare::tr("median of %1 to %2 runs").arg(fewest->runs).arg(most->runs);
}

QString costTable(const CompareReport& report) {
    TextTable table({Align::right, Align::right, Align::right, Align::right, Align::right, Align::right, Align::right});
    table.add({Compare::tr("Heads"), QStringLiteral("d_k"), Compare::tr("Peak"), Compare::tr("Predicted"),
               Compare::tr("Counted"), Compare::tr("FLOPs forward"), Compare::tr("Time")});
    for (const ComparedHeads& compared : report.heads) {
        const MemoryCost& cost = compared.predicted;
        table.add({countText(cost.settings.n_heads), countText(cost.settings.d_head()), bytesText(compared.countedPeak),
                   exactBytesText(cost.forward_peak_bytes), exactBytesText(compared.countedPeak),
                   countText(compared.flops.forward_total), durationText(compared.seconds)});
    }
    const QString note =
        Compare::tr("Peak of the forward pass of Headscope's engine, predicted by formulas and counted "
                    "while it ran. Time of the forward pass on this machine, %1 after a first one. "
                    "There are %2 parameters, whatever the number of heads.")
            .arg(runsText(report), countText(report.heads.front().predicted.parameters));
    return table.text() + wrapped(note, 0) + u'\n';
}

QString decimal(double value) {
    return QString::number(value, 'f', 3);
}

QString decimal(const std::optional<double>& value) {
    return value ? decimal(*value) : QStringLiteral("–");
}

QString metricsTable(const CompareReport& report) {
    TextTable table({Align::right, Align::right, Align::right, Align::right, Align::right, Align::right, Align::right,
                     Align::right, Align::right});
    table.add({Compare::tr("Heads"), Compare::tr("Head"), Compare::tr("Entropy"), Compare::tr("Relative"),
               Compare::tr("Distance"), Compare::tr("Self"), Compare::tr("Previous"), Compare::tr("First"),
               Compare::tr("Largest")});
    for (const ComparedHeads& compared : report.heads) {
        for (std::size_t head = 0; head < compared.metrics.size(); ++head) {
            const HeadMetrics& m = compared.metrics[head];
            table.add({countText(compared.predicted.settings.n_heads), QString::number(head), decimal(m.entropy),
                       decimal(m.relative_entropy), decimal(m.distance), decimal(m.self), decimal(m.previous),
                       decimal(m.first), decimal(m.largest)});
        }
    }
    const QString note =
        Compare::tr("Means over the rows. Entropy in nats, and relative to that of all visible keys alike; distance in "
                    "tokens; weight on the query's own token, on the one before it and on the first; the largest "
                    "weight.");
    return u'\n' + Compare::tr("What the heads look at") + u'\n' + table.text() + wrapped(note, 0) + u'\n';
}

} // namespace

QString compareText(const CompareReport& report) {
    return inputLine(*report.first) + u'\n' + costTable(report) + metricsTable(report);
}

} // namespace headscope::ui
