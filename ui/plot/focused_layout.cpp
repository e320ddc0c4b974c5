#include "ui/plot/focused_layout.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

namespace headscope::ui {

namespace {

constexpr double largestCell = 8.0;   ///< em: a single token needs no giant square
constexpr double longestLabel = 0.28; ///< of the smaller side of the area
constexpr double notesSpace = 0.8;    ///< em
constexpr double mostNotes = 4.6;     ///< em: three lines beside the axis

/// A closer look shows labels at their full size; their space is kept from the start, so that the plot stays in place.
void keepLabelSpace(HeatmapFrame& frame, const PictureLabels& labels, double limit, const HeatmapStyle& style) {
    const auto keep = [](double& extent, double& margin, double full) {
        margin += std::max(0.0, full - extent);
        extent = std::max(extent, full);
    };
    const double longest = std::min(labels.keys.widest, limit);
    keep(frame.queries.extent, frame.margins.left, std::min(labels.queries.widest, limit));
    keep(frame.keys.extent, frame.margins.top, labelExtent(frame.keys.turn, longest, style.font));
}

double leftOfPlot(const FocusedLayout& layout, const HeadPicture& picture, const QRectF& area) {
    const FrameMargins& margins = layout.frame.margins;
    const double width = margins.left + layout.cell.width() * static_cast<double>(picture.columns()) + margins.right;
    return std::ceil(area.left() + std::max(0.0, (area.width() - width) / 2) + margins.left);
}

/// Under the plot's left edge, where its notes fit in a few lines; else they take the whole width, or a narrow area
/// would be filled by them.
double leftOfNotes(const FocusedLayout& layout, const HeadPicture& picture, const QRectF& area,
                   const HeatmapStyle& style) {
    const double left = leftOfPlot(layout, picture, area);
    const double most = mostNotes * style.em();
    return notesHeight(layout.notes, area.right() - left, style) <= most ? left : area.left();
}

/// The height of what stands below the plot.
double below(const FocusedLayout& layout, const HeadPicture& picture, const QRectF& area, const HeatmapStyle& style) {
    const double width = area.right() - leftOfNotes(layout, picture, area, style);
    return notesSpace * style.em() + notesHeight(layout.notes, width, style);
}

void plan(FocusedLayout& layout, const HeadPicture& picture, const PictureLabels& labels, const HeatmapStyle& style) {
    const double height = layout.cell.height() * static_cast<double>(picture.rows());
    const QList<ColourTick> ticks =
        colourTicks(picture.rangeMax(), tickDistance(height, style), picture.exceedsRange());
    layout.frame = planFrame(picture, labels, layout.cell, layout.labelLimit, ticks, style);
    keepLabelSpace(layout.frame, labels, layout.labelLimit, style);
    layout.notes = focusedNotes(picture.withoutExactRows(), layout.frame, layout.cell);
}

/// In the middle of the area, on whole pixels.
void placePlot(FocusedLayout& layout, const HeadPicture& picture, const QRectF& area, const HeatmapStyle& style) {
    const QSize plot(static_cast<int>(std::lround(layout.cell.width() * static_cast<double>(picture.columns()))),
                     static_cast<int>(std::lround(layout.cell.height() * static_cast<double>(picture.rows()))));
    const double height = layout.frame.margins.top + plot.height() + below(layout, picture, area, style);
    const double y = area.top() + std::max(0.0, (area.height() - height) / 2) + layout.frame.margins.top;
    const double x = leftOfPlot(layout, picture, area);
    const double left = leftOfNotes(layout, picture, area, style);
    layout.plot = QRect(QPoint(static_cast<int>(x), static_cast<int>(std::ceil(y))), plot);
    layout.notesAt =
        QPointF(left == x ? layout.plot.left() : left, layout.plot.top() + plot.height() + notesSpace * style.em());
    layout.notesWidth = area.right() - layout.notesAt.x();
}

} // namespace

QList<Note> focusedNotes(const HeadPicture& picture, const HeatmapFrame& frame, const QSizeF& cell) {
    const bool tiles = picture.tile() > 1 && picture.exactRows() == nullptr;
    const double side = std::min(cell.width(), cell.height());
    QList<Note> notes{{rangeNote(picture)}};
    if (tiles) {
        notes.append({tileNote(picture)});
    }
    notes += pictureNotes(picture, frame);
    if (tiles && side * static_cast<double>(picture.tile()) < 1.0) {
        notes.append({QCoreApplication::translate("Heatmap", "each pixel is the largest of its tiles")});
    } else if (!tiles && side < 1.0) {
        notes.append({QCoreApplication::translate("Heatmap", "each pixel is the largest of its cells")});
    }
    return notes;
}

FocusedLayout layoutFocused(const HeadPicture& picture, const PictureLabels& labels, const QRectF& area,
                            const HeatmapStyle& style) {
    FocusedLayout layout;
    layout.labelLimit = std::max(4 * style.em(), longestLabel * std::min(area.width(), area.height()));
    layout.cell = fitCell(area.size(), picture.rows(), picture.columns(), largestCell * style.em());
    // Smaller cells may need more space for their labels, which makes them smaller still; it settles in a few rounds.
    for (int round = 0; round < 8; ++round) {
        plan(layout, picture, labels, style);
        const FrameMargins& margins = layout.frame.margins;
        const double width = area.width() - margins.left - margins.right;
        const double height = area.height() - margins.top - below(layout, picture, area, style);
        const QSizeF fitting = fitCell({width, height}, picture.rows(), picture.columns(), largestCell * style.em());
        if (fitting.width() >= layout.cell.width() && fitting.height() >= layout.cell.height()) {
            break;
        }
        layout.cell = {std::min(layout.cell.width(), fitting.width()),
                       std::min(layout.cell.height(), fitting.height())};
    }
    placePlot(layout, picture, area, style);
    return layout;
}

} // namespace headscope::ui
