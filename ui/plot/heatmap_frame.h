#pragma once

#include <optional>

#include <QList>
#include <QPainter>

#include "ui/plot/axis_labels.h"
#include "ui/plot/cell_grid.h"
#include "ui/plot/colour_bar.h"
#include "ui/plot/heatmap_style.h"
#include "ui/plot/notes.h"
#include "ui/present/head_picture.h"

namespace headscope::ui {

/// Measured labels of both axes of a picture.
struct PictureLabels {
    AxisLabels queries;
    AxisLabels keys;
};
PictureLabels measureLabels(const HeadPicture& picture, const HeatmapStyle& style);

/// Space around the cells for titles, labels and the colour bar.
struct FrameMargins {
    double left = 0.0;
    double top = 0.0;
    double right = 0.0;
};

/// What stands around the cells of one heatmap.
struct HeatmapFrame {
    LabelPlan queries;
    LabelPlan keys;
    FrameMargins margins;
};

/// Plans labels for cells of that size; no label is longer than `limit`. A colour bar with these ticks, if any, stands
/// to the right.
HeatmapFrame planFrame(const HeadPicture& picture, const PictureLabels& labels, const QSizeF& cell, double limit,
                       const QList<ColourTick>& ticks, const HeatmapStyle& style);

/// Where the colour bar of a plot stands; `gap` is the space below the last row of cells.
QRectF colourBarRect(const QRectF& plot, double gap, const HeatmapStyle& style);

/// Labels of the rows and columns of `grid` that lie in `plot`.
void drawQueryLabels(QPainter& painter, const HeadPicture& picture, const QStringList& labels, const LabelPlan& plan,
                     const CellGrid& grid, const QRectF& plot, const HeatmapStyle& style);
void drawKeyLabels(QPainter& painter, const QStringList& labels, const LabelPlan& plan, const CellGrid& grid,
                   const QRectF& plot, const HeatmapStyle& style);
/// One label, where it stands on its axis.
void drawQueryLabel(QPainter& painter, const QString& label, const LabelPlan& plan, const QPointF& at,
                    const QColor& colour);
void drawKeyLabel(QPainter& painter, const QString& label, const LabelPlan& plan, const QPointF& at,
                  const QColor& colour);
/// Where the label of a query or key hangs.
QPointF queryLabelPoint(const HeadPicture& picture, const CellGrid& grid, const QRectF& plot, Index query,
                        const HeatmapStyle& style);
QPointF keyLabelPoint(const CellGrid& grid, const QRectF& plot, Index key, const HeatmapStyle& style);

/// "query" and "key", outside the labels.
void drawQueryTitle(QPainter& painter, const QRectF& plot, const HeatmapFrame& frame, const HeatmapStyle& style);
void drawKeyTitle(QPainter& painter, const QRectF& plot, const HeatmapFrame& frame, const HeatmapStyle& style);

/// Signs at rows in which every key is hidden.
void drawHiddenRows(QPainter& painter, const HeadPicture& picture, const CellGrid& grid, const QRectF& plot,
                    const HeatmapStyle& style);

/// What the colours span: "Colours: 0 to the largest of this head, 0.4127".
QString rangeNote(const HeadPicture& picture);
/// Of a map: "a map: the largest of each tile of 4 × 4 weights".
QString tileNote(const HeadPicture& picture);
/// What else is to be said below a heatmap: signs in use, labels left out or shortened.
QList<Note> pictureNotes(const HeadPicture& picture, const HeatmapFrame& frame);

} // namespace headscope::ui
