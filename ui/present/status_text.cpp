#include "ui/present/status_text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

#include "ui/present/number_format.h"

namespace headscope::ui {

namespace {

QString text(const char* source) {
    return QCoreApplication::translate("StatusText", source);
}

QString rowSums(const Snapshot& snapshot) {
    const QString deviation = QString::number(snapshot.largest_row_sum_error, 'e', 1);
    return snapshot.after_dropout()
               ? text(QT_TRANSLATE_NOOP("StatusText", "before dropout rows sum to 1 (largest deviation %1)"))
                     .arg(deviation)
               : text(QT_TRANSLATE_NOOP("StatusText", "rows sum to 1 (largest deviation %1)")).arg(deviation);
}

} // namespace

QString weightsText(const Request& request) {
    if (const auto* file = std::get_if<FileWeights>(&request.weights)) {
        return text(QT_TRANSLATE_NOOP("StatusText", "weights from %1"))
            .arg(QFileInfo(QString::fromStdString(file->path)).fileName());
    }
    return text(QT_TRANSLATE_NOOP("StatusText", "random weights, seed %1")).arg(request.seed);
}

QString pathHint(const Snapshot& snapshot) {
    if (snapshot.empty()) {
        return {};
    }
    return snapshot.mapped()
               ? text(QT_TRANSLATE_NOOP(
                          "StatusText",
                          "Blocked: beyond %1 tokens the matrices of the weights are never whole in "
                          "memory. The pictures show tiles of them; the weights of a cell are made when you "
                          "point at it or look closer, and are exactly the same."))
                     .arg(countText(snapshot.request.map_above))
               : text(QT_TRANSLATE_NOOP("StatusText",
                                        "Materialised: every weight of every head is in memory, as in the "
                                        "article's module."));
}

QString statusText(const Snapshot& snapshot) {
    if (snapshot.empty()) {
        return text(QT_TRANSLATE_NOOP("StatusText", "No tokens yet"));
    }
    QStringList parts;
    parts += snapshot.tokens.size() == 1
                 ? text(QT_TRANSLATE_NOOP("StatusText", "1 token"))
                 : text(QT_TRANSLATE_NOOP("StatusText", "%1 tokens")).arg(countText(snapshot.n_q()));
    parts += QStringLiteral("d_k %1").arg(snapshot.request.dims.d_head());
    parts += weightsText(snapshot.request);
    if (snapshot.mapped()) {
        parts += text(QT_TRANSLATE_NOOP("StatusText", "blocked: maps of %1 × %1 tiles")).arg(snapshot.trace.map.tile);
    } else {
        parts += text(QT_TRANSLATE_NOOP("StatusText", "materialised"));
        parts += rowSums(snapshot);
    }
    if (snapshot.trace.fully_masked_rows > 0) {
        parts += text(QT_TRANSLATE_NOOP("StatusText", "rows without a visible key: %1"))
                     .arg(countText(snapshot.trace.fully_masked_rows));
    }
    parts += durationText(snapshot.timings.total);
    return parts.join(QStringLiteral(" · "));
}

} // namespace headscope::ui
