#pragma once

#include <QList>
#include <QPainter>
#include <QRectF>

#include "ui/export/figure.h"
#include "ui/plot/heatmap_frame.h"

namespace headscope::ui {

/// One head of a figure.
struct FigureTile {
    HeadPicture picture;
    CellGrid grid;
    QRectF plot;
    QPointF title;            ///< left end, middle of the line
    bool queryLabels = false; ///< the first of its row
    bool keyLabels = false;   ///< in the first row
};

/// Where everything of a figure stands, in units of 1/96 inch.
struct FigureLayout {
    QSizeF size; ///< multiples of 4 units, which are whole points
    HeatmapStyle style;
    PictureLabels labels;
    HeatmapFrame frame;
    QList<FigureTile> tiles;
    QRectF bar;
    QList<ColourTick> ticks;
    QList<Note> notes; ///< the caption is the last
    QPointF notesAt;
    double notesWidth = 0.0;
    bool single = false;

    Index cells() const;
};

/// Measures every text and makes room for it: nothing is cropped. Labels of more than 30 times the font's size are
/// shortened in the middle, and a note says so.
FigureLayout layoutFigure(const FigureSpec& spec);

/// Draws the figure, background included, from (0, 0) to (size).
void drawFigure(QPainter& painter, const FigureLayout& layout);

/// Columns of a grid of so many heads: few empty places, about half as high as wide.
int figureColumns(int heads);

} // namespace headscope::ui
