#include "ui/present/tile_layout.h"

#include <algorithm>
#include <cmath>

namespace headscope::ui {

namespace {

constexpr int largestPage = 64;

QSizeF tileSize(const QRectF& area, int count, int columns, double aspect, double labelHeight, double gap) {
    const int rows = (count + columns - 1) / columns;
    const double width = (area.width() - gap * (columns - 1)) / columns;
    const double height = (area.height() - gap * (rows - 1)) / rows - labelHeight;
    const double fitted = std::min(width, height * aspect);
    return {fitted, fitted / aspect};
}

} // namespace

TileLayout layOutTiles(const QRectF& area, int count, double aspect, double labelHeight, double gap, double smallest) {
    TileLayout layout;
    if (count <= 0 || area.isEmpty()) {
        return layout;
    }
    const double leastWidth = aspect >= 1.0 ? smallest * aspect : smallest;
    const double leastHeight = aspect >= 1.0 ? smallest : smallest / aspect;
    const int fitColumns = std::max(1, static_cast<int>((area.width() + gap) / (leastWidth + gap)));
    const int fitRows = std::max(1, static_cast<int>((area.height() + gap) / (leastHeight + labelHeight + gap)));
    layout.perPage = std::min({count, largestPage, fitColumns * fitRows});
    for (int columns = 1; columns <= layout.perPage; ++columns) {
        const QSizeF size = tileSize(area, layout.perPage, columns, aspect, labelHeight, gap);
        if (size.width() > layout.tile.width()) {
            layout.tile = size;
            layout.columns = columns;
        }
    }
    layout.columns = std::max(1, layout.columns);
    layout.tile = layout.tile.expandedTo(QSizeF(1, 1));
    const int rows = (layout.perPage + layout.columns - 1) / layout.columns;
    const double rowHeight = layout.tile.height() + labelHeight + gap;
    const double columnWidth = layout.tile.width() + gap;
    const double left = area.left() + std::max(0.0, (area.width() - columnWidth * layout.columns + gap) / 2);
    const double top = area.top() + std::max(0.0, (area.height() - rowHeight * rows + gap) / 2);
    for (int i = 0; i < layout.perPage; ++i) {
        const QPointF corner(left + i % layout.columns * columnWidth,
                             top + i / layout.columns * rowHeight + labelHeight);
        layout.tiles.emplace_back(corner, layout.tile);
    }
    return layout;
}

} // namespace headscope::ui
