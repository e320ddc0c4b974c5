#pragma once

#include <functional>

#include <QLineF>
#include <QList>
#include <QRectF>

#include "ui/plot/cell_grid.h"

namespace headscope::ui {

/// Diagonal lines over all cells of `grid` that `hatched(query, key)` names and that meet `clip`. Lines run on from
/// cell to cell, so that a masked triangle is one calm surface.
QList<QLineF> hatchLines(const CellGrid& grid, const QRectF& clip, double spacing,
                         const std::function<bool(Index query, Index key)>& hatched);

} // namespace headscope::ui
