#pragma once

#include "ui/plot/heatmap_frame.h"

namespace headscope::ui {

/// The focused head in a given area, before any zoom.
struct FocusedLayout {
    HeatmapFrame frame;
    QRect plot; ///< the cells
    QSizeF cell;
    QList<Note> notes;
    QPointF notesAt;
    double notesWidth = 0.0;
    double labelLimit = 0.0;
};

/// What is to be said below it, of cells of that size in device pixels. Of a map with exact rows: these alone are
/// drawn.
QList<Note> focusedNotes(const HeadPicture& picture, const HeatmapFrame& frame, const QSizeF& cell);

/// The largest layout that fits: square cells when there are as many queries as keys, up to three times as wide as high
/// (or the other way round) otherwise; whole pixels where that costs little.
FocusedLayout layoutFocused(const HeadPicture& picture, const PictureLabels& labels, const QRectF& area,
                            const HeatmapStyle& style);

} // namespace headscope::ui
