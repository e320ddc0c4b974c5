#include "ui/plot/heatmap_frame.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "ui/plot/colour_bar.h"
#include "ui/plot/text_line.h"
#include "ui/present/number_format.h"

namespace headscope::ui {

namespace {

// In em.
constexpr double titleHeight = 1.1;
constexpr double titleSpace = 0.7;  ///< between an axis title and the labels
constexpr double labelSpace = 0.55; ///< between labels and cells
constexpr double signSpace = 1.0;   ///< for the signs of hidden rows
constexpr double barSpace = 1.3;    ///< between cells and colour bar
constexpr double barWidth = 0.9;

double signExtent(const HeadPicture& picture, const HeatmapStyle& style) {
    return picture.anyFullyMasked() ? signSpace * style.em() : 0.0;
}

/// The first multiple of the stride whose cell ends after `edge`.
Index firstShown(double edge, double origin, double cell, Index stride) {
    const auto first = static_cast<Index>(std::floor((edge - origin) / cell + 0.5));
    return std::max(Index{0}, (first + stride - 1) / stride * stride);
}

QString strideNote(Index queries, Index keys) {
    if (queries == keys) {
        return queries == 1 ? QString()
                            : QCoreApplication::translate("Heatmap", "one label in %1 is shown").arg(queries);
    }
    return QCoreApplication::translate("Heatmap", "one query label in %1 and one key label in %2 are shown")
        .arg(queries)
        .arg(keys);
}

QString hiddenRowNote(const Snapshot& snapshot) {
    return snapshot.request.attention.mask_fill == MaskFill::zero
               ? QCoreApplication::translate("Heatmap", "every key is hidden from this query: all weights 0")
               : QCoreApplication::translate("Heatmap", "every key is hidden from this query: 1/%1 each")
                     .arg(snapshot.n_k());
}

} // namespace

PictureLabels measureLabels(const HeadPicture& picture, const HeatmapStyle& style) {
    if (picture.empty()) {
        return {};
    }
    const QStringList queries = queryLabels(picture);
    const QStringList keys = keyLabels(picture);
    PictureLabels labels;
    labels.queries = measureLabels(queries, style.font);
    labels.keys = keys == queries ? labels.queries : measureLabels(keys, style.font);
    return labels;
}

HeatmapFrame planFrame(const HeadPicture& picture, const PictureLabels& labels, const QSizeF& cell, double limit,
                       const QList<ColourTick>& ticks, const HeatmapStyle& style) {
    const double em = style.em();
    HeatmapFrame frame;
    frame.queries = planQueryLabels(labels.queries, style.font, style.smallestLabel, cell.height(), limit);
    frame.keys = planKeyLabels(labels.keys, style.font, style.smallestLabel, cell.width(), limit);
    const double title = (titleHeight + titleSpace + labelSpace) * em;
    frame.margins.left = title + frame.queries.extent + signExtent(picture, style);
    frame.margins.top = title + frame.keys.extent;
    const double bar = ticks.isEmpty() ? 0.0 : (barSpace + barWidth) * em + tickWidth(ticks, style);
    frame.margins.right = std::max(bar, frame.keys.overhang + 0.3 * em);
    return frame;
}

QRectF colourBarRect(const QRectF& plot, double gap, const HeatmapStyle& style) {
    const double em = style.em();
    return {plot.right() + barSpace * em, plot.top(), barWidth * em, plot.height() - gap};
}

QPointF queryLabelPoint(const HeadPicture& picture, const CellGrid& grid, const QRectF& plot, Index query,
                        const HeatmapStyle& style) {
    const double y = grid.centre(query, 0).y() - grid.gap() / 2;
    return {plot.left() - labelSpace * style.em() - signExtent(picture, style), y};
}

QPointF keyLabelPoint(const CellGrid& grid, const QRectF& plot, Index key, const HeatmapStyle& style) {
    return {grid.centre(0, key).x() - grid.gap() / 2, plot.top() - labelSpace * style.em()};
}

void drawQueryLabel(QPainter& painter, const QString& label, const LabelPlan& plan, const QPointF& at,
                    const QColor& colour) {
    drawText(painter, shownLabel(plan, label), plan.font, colour, at, Anchor::right);
}

void drawKeyLabel(QPainter& painter, const QString& label, const LabelPlan& plan, const QPointF& at,
                  const QColor& colour) {
    const bool level = plan.turn == LabelTurn::level;
    const QPointF raised = level ? at - QPointF(0, capHeight(plan.font) / 2) : at;
    drawText(painter, shownLabel(plan, label), plan.font, colour, raised, level ? Anchor::centre : Anchor::left,
             turnDegrees(plan.turn));
}

void drawQueryLabels(QPainter& painter, const HeadPicture& picture, const QStringList& labels, const LabelPlan& plan,
                     const CellGrid& grid, const QRectF& plot, const HeatmapStyle& style) {
    const Index first = firstShown(plot.top(), grid.origin.y(), grid.cell.height(), plan.stride);
    for (Index query = first; query < grid.rows; query += plan.stride) {
        const QPointF at = queryLabelPoint(picture, grid, plot, query, style);
        if (at.y() > plot.bottom()) {
            break;
        }
        drawQueryLabel(painter, labels[query], plan, at, style.text);
    }
}

void drawKeyLabels(QPainter& painter, const QStringList& labels, const LabelPlan& plan, const CellGrid& grid,
                   const QRectF& plot, const HeatmapStyle& style) {
    const Index first = firstShown(plot.left(), grid.origin.x(), grid.cell.width(), plan.stride);
    for (Index key = first; key < grid.columns; key += plan.stride) {
        const QPointF at = keyLabelPoint(grid, plot, key, style);
        if (at.x() > plot.right()) {
            break;
        }
        drawKeyLabel(painter, labels[key], plan, at, style.text);
    }
}

void drawQueryTitle(QPainter& painter, const QRectF& plot, const HeatmapFrame& frame, const HeatmapStyle& style) {
    drawText(painter, QCoreApplication::translate("Heatmap", "query"), style.font, style.muted,
             {plot.left() - frame.margins.left + titleHeight * style.em() / 2, plot.center().y()}, Anchor::centre,
             -90.0);
}

void drawKeyTitle(QPainter& painter, const QRectF& plot, const HeatmapFrame& frame, const HeatmapStyle& style) {
    drawText(painter, QCoreApplication::translate("Heatmap", "key"), style.font, style.muted,
             {plot.center().x(), plot.top() - frame.margins.top + titleHeight * style.em() / 2}, Anchor::centre);
}

void drawHiddenRows(QPainter& painter, const HeadPicture& picture, const CellGrid& grid, const QRectF& plot,
                    const HeatmapStyle& style) {
    if (!picture.anyFullyMasked()) {
        return;
    }
    for (Index query = 0; query < grid.rows; ++query) {
        const QPointF at(plot.left() - 0.75 * style.em(), grid.centre(query, 0).y() - grid.gap() / 2);
        if (picture.fullyMasked(query) && at.y() >= plot.top() && at.y() <= plot.bottom()) {
            drawHiddenRowSign(painter, at, style);
        }
    }
}

QString rangeNote(const HeadPicture& picture) {
    const QString largest = rangeEndText(picture.rangeMax());
    switch (picture.range()) {
    case ColourRange::automatic:
    case ColourRange::head_max:
        return picture.head() == mean_of_heads
                   ? QCoreApplication::translate("Heatmap", "Colours: 0 to the largest of the mean, %1").arg(largest)
                   : QCoreApplication::translate("Heatmap", "Colours: 0 to the largest of this head, %1").arg(largest);
    case ColourRange::all_max:
        return QCoreApplication::translate("Heatmap", "Colours: 0 to the largest of all heads, %1").arg(largest);
    case ColourRange::median_row:
        return (picture.tile() > 1
                    ? QCoreApplication::translate("Heatmap", "Colours: 0 to the median of the tile rows' largest, %1; "
                                                             "larger values show the last colour")
                    : QCoreApplication::translate("Heatmap", "Colours: 0 to the median of the rows' largest, %1; "
                                                             "larger values show the last colour"))
            .arg(largest);
    case ColourRange::unit: break;
    }
    return picture.rangeMax() == 1.0F
               ? QCoreApplication::translate("Heatmap", "Colours: 0 to 1")
               : QCoreApplication::translate("Heatmap", "Colours: 0 to 1/(1 - p) = %1, with dropout").arg(largest);
}

QString tileNote(const HeadPicture& picture) {
    return picture.tileValue() == TileValue::mean
               ? QCoreApplication::translate("Heatmap", "a map: the mean of each tile of %1 × %1 weights")
                     .arg(picture.tile())
               : QCoreApplication::translate("Heatmap", "a map: the largest of each tile of %1 × %1 weights")
                     .arg(picture.tile());
}

QList<Note> pictureNotes(const HeadPicture& picture, const HeatmapFrame& frame) {
    QList<Note> notes;
    if (picture.anyMasked()) {
        const bool tiles = picture.tile() > 1 && picture.exactRows() == nullptr;
        notes.append({tiles ? QCoreApplication::translate("Heatmap", "hidden by the mask, wholly or in part")
                            : QCoreApplication::translate("Heatmap", "hidden by the mask"),
                      Note::Sign::hatch});
    }
    if (picture.anyFullyMasked()) {
        notes.append({hiddenRowNote(*picture.snapshot()), Note::Sign::hiddenRow});
    }
    const QString thinned = strideNote(frame.queries.stride * picture.unit(), frame.keys.stride * picture.unit());
    if (!thinned.isEmpty()) {
        notes.append({thinned});
    }
    if (frame.queries.shortened || frame.keys.shortened) {
        notes.append({QCoreApplication::translate("Heatmap", "long labels are shortened (…)")});
    }
    return notes;
}

} // namespace headscope::ui
