#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include "core/base/tensor.h"

namespace headscope::ui {

/// One cell of a heatmap.
struct Cell {
    Index query = 0;
    Index key = 0;

    friend bool operator==(const Cell&, const Cell&) = default;
};

/// Where the cells of a heatmap lie: row = query, downwards; column = key, to the right.
struct CellGrid {
    QPointF origin; ///< upper left corner of cell (0, 0)
    QSizeF cell;
    Index rows = 0;
    Index columns = 0;

    double x(Index key) const { return origin.x() + static_cast<double>(key) * cell.width(); }
    double y(Index query) const { return origin.y() + static_cast<double>(query) * cell.height(); }
    QRectF rect(Index query, Index key) const { return {QPointF(x(key), y(query)), cell}; }
    QRectF bounds() const { return {origin, QSizeF(x(columns) - origin.x(), y(rows) - origin.y())}; }
    QPointF centre(Index query, Index key) const { return rect(query, key).center(); }

    /// Space between cells: none between small ones, where it would eat the colours.
    double gap() const;
};

/// The largest cells that fit into `space`, at most `largest` on a side: square when there are as many rows as columns,
/// up to three times as long as wide otherwise; whole pixels from 8 on, where that costs little.
QSizeF fitCell(const QSizeF& space, Index rows, Index columns, double largest);

} // namespace headscope::ui
