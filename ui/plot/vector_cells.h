#pragma once

#include <QPainter>

#include "ui/plot/cell_grid.h"
#include "ui/plot/heatmap_style.h"
#include "ui/present/head_picture.h"

namespace headscope::ui {

/// Every cell as a rectangle, one path per colour, painted from the lowest colour to the highest. Where cells touch, a
/// cell reaches half a cell under each neighbour that is painted later: viewers blend edges with what lies below, and
/// would show hairlines of the page otherwise.
void drawVectorCells(QPainter& painter, const HeadPicture& picture, const CellGrid& grid, const HeatmapStyle& style);

} // namespace headscope::ui
