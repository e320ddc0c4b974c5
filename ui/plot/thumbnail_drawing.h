#pragma once

#include <optional>
#include <utility>

#include <QPainter>
#include <QRectF>

#include "ui/present/thumbnail.h"

namespace headscope::ui {

/// Where a thumbnail is drawn.
struct ThumbnailPlace {
    QRectF rect;
    int shrink =
        1; ///< where the image is larger than the place, shrink x shrink of its pixels become the largest of them

    /// The place of the cells of a query's row and of a key's column, of a picture with that many rows and columns.
    QRectF row(const Thumbnail& thumbnail, Index query) const;
    QRectF column(const Thumbnail& thumbnail, Index key) const;
    /// The place of a part of the picture, in cells.
    QRectF part(const Thumbnail& thumbnail, const QRectF& cells) const;
    /// The cell under a point, as (query, key).
    std::optional<std::pair<Index, Index>> cellAt(const Thumbnail& thumbnail, const QPointF& point) const;
};

/// The largest place of the picture's shape in `area`, centred; cells get equal whole device pixels where that wastes
/// little of the area.
ThumbnailPlace placeThumbnail(const Thumbnail& thumbnail, const QRectF& area, double devicePixelRatio = 1.0);

/// Draws the cells, crisp, and the hatch over masked ones.
void drawThumbnail(QPainter& painter, const ThumbnailPlace& place, const Thumbnail& thumbnail,
                   const QList<QRgb>& colours, bool dark);

/// Draws thin lines around the row of a query and the column of a key.
void drawThumbnailHighlight(QPainter& painter, const ThumbnailPlace& place, const Thumbnail& thumbnail,
                            std::optional<Index> query, std::optional<Index> key, const QColor& colour);

} // namespace headscope::ui
