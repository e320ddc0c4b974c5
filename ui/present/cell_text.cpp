#include "ui/present/cell_text.h"

#include <QCoreApplication>

#include "core/base/contract.h"
#include "ui/present/number_format.h"

namespace headscope::ui {

namespace {

QString tokenAt(const Snapshot& snapshot, Index index) {
    return snapshot.tokens.empty()
               ? QString::number(index)
               : visibleToken(QString::fromStdString(snapshot.tokens[static_cast<std::size_t>(index)].text));
}

/// A right-to-left token must not turn around the words next to it.
QString isolated(const QString& token) {
    return QChar(0x2068) + token + QChar(0x2069);
}

QString fullyMaskedNote(const Snapshot& snapshot) {
    if (snapshot.request.attention.mask_fill == MaskFill::zero) {
        return QCoreApplication::translate("CellText",
                                           "the mask hides every key from this query: all its weights are 0");
    }
    return QCoreApplication::translate("CellText",
                                       "the mask hides every key from this query: all scores are -1e9, so each of the "
                                       "%1 keys gets 1/%1")
        .arg(snapshot.n_k());
}

/// Before dropout; the row is exact.
float weightBefore(const HeadPicture& picture, Index query, Index key) {
    if (picture.exactRows() != nullptr) {
        return picture.exactRows()->rows.weights(query - picture.exactRows()->rows.first, key);
    }
    const Snapshot& snapshot = *picture.snapshot();
    return snapshot.trace.weights.empty()
               ? weights_of(snapshot.trace, snapshot.request.dims, snapshot.request.attention, picture.batch(),
                            picture.head(), query, 1)(0, key)
               : snapshot.trace.weights.matrix(picture.batch(), picture.head())(query, key);
}

/// Kept, or made for this row.
float scoreOf(const HeadPicture& picture, Index query, Index key) {
    const Snapshot& snapshot = *picture.snapshot();
    if (picture.exactRows() != nullptr) {
        return picture.exactRows()->rows.scores(query - picture.exactRows()->rows.first, key);
    }
    if (!snapshot.trace.scores.empty()) {
        return snapshot.trace.scores.matrix(picture.batch(), picture.head())(query, key);
    }
    return scores_of(snapshot.trace, snapshot.request.dims, snapshot.request.attention, picture.batch(), picture.head(),
                     query, 1)(0, key);
}

QString tileText(const HeadPicture& picture) {
    return picture.tileValue() == TileValue::mean
               ? QCoreApplication::translate("CellText", "mean of its tile of %1 × %1").arg(picture.tile())
               : QCoreApplication::translate("CellText", "largest of its tile of %1 × %1").arg(picture.tile());
}

QString dropoutNote(const HeadPicture& picture, Index query, Index key) {
    if (picture.head() == mean_of_heads) {
        return QCoreApplication::translate("CellText", "mean of the weights after dropout");
    }
    const float before = weightBefore(picture, query, key);
    const QString text = picture.value(query, key) == 0.0F && before != 0.0F
                             ? QCoreApplication::translate("CellText", "dropped; before dropout %1")
                             : QCoreApplication::translate("CellText", "after dropout; before %1");
    return text.arg(weightText(before));
}

QString note(const HeadPicture& picture, Index query, Index key) {
    if (picture.fullyMasked(query)) {
        return fullyMaskedNote(*picture.snapshot());
    }
    if (picture.masked(query, key)) {
        return QCoreApplication::translate("CellText", "hidden by the mask");
    }
    if (!picture.exact(query)) {
        return tileText(picture);
    }
    return picture.snapshot()->after_dropout() ? dropoutNote(picture, query, key) : QString();
}

} // namespace

CellText cellText(const HeadPicture& picture, Index query, Index key) {
    HEADSCOPE_EXPECTS(query >= 0 && query < picture.rows() && key >= 0 && key < picture.columns());
    const Snapshot& snapshot = *picture.snapshot();
    // A tile's value is not that of a hidden cell in it, which is exactly 0.
    const bool hidden = picture.masked(query, key) && !picture.fullyMasked(query);
    const float value = hidden ? 0.0F : picture.value(query, key);
    CellText text;
    text.query = tokenAt(snapshot, query);
    text.key = tokenAt(snapshot, key);
    text.weight = weightText(value);
    text.exact = exactText(value);
    if (picture.head() != mean_of_heads && picture.exact(query)) {
        text.score = scoreText(scoreOf(picture, query, key));
    }
    if (picture.tile() > 1 && picture.exact(query)) {
        text.tile = weightText(picture.withoutExactRows().value(query, key));
    }
    text.note = note(picture, query, key);
    return text;
}

QString cellTooltip(const HeadPicture& picture, Index query, Index key) {
    const CellText text = cellText(picture, query, key);
    const auto row = [](const QString& name, const QString& value) {
        return QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>").arg(name, value);
    };
    const auto token = [](const QString& shown) {
        return QStringLiteral("<b>%1</b>").arg(isolated(shown.toHtmlEscaped()));
    };
    const bool mean = picture.head() == mean_of_heads;
    QString html = QStringLiteral("<table cellspacing='0' cellpadding='1'>");
    html += row(QCoreApplication::translate("CellText", "query %1").arg(query), token(text.query));
    html += row(QCoreApplication::translate("CellText", "key %1").arg(key), token(text.key));
    html += row(mean ? QCoreApplication::translate("CellText", "mean weight")
                     : QCoreApplication::translate("CellText", "weight"),
                text.exact == text.weight ? text.weight
                                          : QStringLiteral("%1 (%2)").arg(text.weight, text.exact).toHtmlEscaped());
    if (!text.score.isEmpty()) {
        html += row(QCoreApplication::translate("CellText", "score"), text.score);
    }
    if (!text.tile.isEmpty()) {
        html += row(tileText(picture), text.tile);
    }
    html += QStringLiteral("</table>");
    return text.note.isEmpty() ? html : html + QStringLiteral("<i>%1</i>").arg(text.note.toHtmlEscaped());
}

QString cellSentence(const HeadPicture& picture, Index query, Index key) {
    const CellText text = cellText(picture, query, key);
    QString sentence = QCoreApplication::translate("CellText", "%1: query %2 \"%3\", key %4 \"%5\": weight %6",
                                                   "%1 is the head, %3 and %5 are tokens")
                           .arg(headName(picture.head()), QString::number(query), isolated(text.query),
                                QString::number(key), isolated(text.key), text.weight);
    if (!text.score.isEmpty()) {
        sentence += QCoreApplication::translate("CellText", ", score %1").arg(text.score);
    }
    return text.note.isEmpty() ? sentence : sentence + QStringLiteral("; ") + text.note;
}

} // namespace headscope::ui
