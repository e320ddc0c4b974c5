#pragma once

#include <optional>

#include <QPainter>

#include "ui/plot/cell_grid.h"
#include "ui/plot/heatmap_style.h"
#include "ui/present/head_picture.h"

namespace headscope::ui {

/// The entry of the colour table that a cell shows, or none: masked cells have a look of their own. A row in which
/// every key is hidden and which still got weights (the article's fill) shows them, under the hatch.
std::optional<int> cellColour(const HeadPicture& picture, Index query, Index key);

/// Draws the cells that meet `clip`, and the hatch over masked ones. On screen and in PNG cells fill whole device
/// pixels; where several cells share a pixel it shows the largest. In SVG and PDF every cell is a rectangle.
void drawCells(QPainter& painter, const HeadPicture& picture, const CellGrid& grid, const QRectF& clip,
               const HeatmapStyle& style);

/// Draws the same as one lossless image, for vector files that would be too large otherwise. Exact wherever a viewer
/// gives a cell two pixels or more; with less, viewers blend neighbours.
void drawCellsAsImage(QPainter& painter, const HeadPicture& picture, const CellGrid& grid, const HeatmapStyle& style);

/// Writes the values into the cells, with four decimals or two, whatever fits; into none where two do not fit.
/// A masked cell whose weight is 0 stays empty.
void drawCellValues(QPainter& painter, const HeadPicture& picture, const CellGrid& grid, const QRectF& clip,
                    const HeatmapStyle& style);

} // namespace headscope::ui
