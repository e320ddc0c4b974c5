#pragma once

#include <vector>

#include <QRectF>
#include <QSizeF>

namespace headscope::ui {

/// How a page of equal tiles fills an area: as large as they can be, in as many columns as that takes.
struct TileLayout {
    int perPage = 0;
    int columns = 0;
    QSizeF tile;               ///< without its label
    std::vector<QRectF> tiles; ///< of a full page; the label lies above each
};

/// @param aspect width / height of a tile (keys / queries)
/// @param labelHeight room above each tile
/// @param smallest the least height and width of a tile; where not all fit at that size, the rest goes to further pages
TileLayout layOutTiles(const QRectF& area, int count, double aspect, double labelHeight, double gap, double smallest);

} // namespace headscope::ui
