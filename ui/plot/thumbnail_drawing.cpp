#include "ui/plot/thumbnail_drawing.h"

#include <algorithm>
#include <cmath>

#include "ui/plot/hatch.h"

namespace headscope::ui {

namespace {

/// Each pixel is the largest of factor x factor pixels; masked only where all of them are.
QImage shrunk(const QImage& indices, int factor) {
    // Masked comes before all values here. Without a branch, which would be guessed wrong half of the time.
    const auto rank = [](std::uint8_t index) { return static_cast<std::uint8_t>(index + 1); };
    static_assert(Thumbnail::maskedIndex == 255);
    const int width = indices.width();
    QImage image((width + factor - 1) / factor, (indices.height() + factor - 1) / factor, QImage::Format_Indexed8);
    image.fill(Thumbnail::maskedIndex);
    for (int y = 0; y < indices.height(); ++y) {
        const std::uint8_t* const from = indices.constScanLine(y);
        std::uint8_t* to = image.scanLine(y / factor);
        for (int first = 0; first < width; first += factor, ++to) {
            std::uint8_t largest = rank(*to);
            for (int x = first; x < std::min(first + factor, width); ++x) {
                largest = std::max(largest, rank(from[x]));
            }
            *to = static_cast<std::uint8_t>(largest - 1);
        }
    }
    return image;
}

void drawHatch(QPainter& painter, const QRectF& rect, const QImage& image, const Thumbnail& thumbnail, bool dark) {
    constexpr double spacing = 5.0;
    CellGrid grid;
    grid.origin = rect.topLeft();
    grid.cell = {rect.width() / image.width(), rect.height() / image.height()};
    grid.rows = image.height();
    grid.columns = image.width();
    const auto rowHidden = [&](Index row) {
        const Index own = row * thumbnail.indices.height() / image.height();
        return !thumbnail.hiddenRows.empty() && thumbnail.hiddenRows[static_cast<std::size_t>(own)] != 0;
    };
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(QColor::fromRgb(maskedLook(dark).line), 1.0, Qt::SolidLine, Qt::FlatCap));
    painter.drawLines(hatchLines(grid, rect, spacing, [&](Index row, Index column) {
        return image.constScanLine(static_cast<int>(row))[column] == Thumbnail::maskedIndex || rowHidden(row);
    }));
}

} // namespace

QRectF ThumbnailPlace::row(const Thumbnail& thumbnail, Index query) const {
    const double height = rect.height() / static_cast<double>(thumbnail.rows);
    return {rect.left(), rect.top() + static_cast<double>(query) * height, rect.width(), height};
}

QRectF ThumbnailPlace::column(const Thumbnail& thumbnail, Index key) const {
    const double width = rect.width() / static_cast<double>(thumbnail.columns);
    return {rect.left() + static_cast<double>(key) * width, rect.top(), width, rect.height()};
}

QRectF ThumbnailPlace::part(const Thumbnail& thumbnail, const QRectF& cells) const {
    const double width = rect.width() / static_cast<double>(thumbnail.columns);
    const double height = rect.height() / static_cast<double>(thumbnail.rows);
    return {rect.left() + cells.left() * width, rect.top() + cells.top() * height, cells.width() * width,
            cells.height() * height};
}

std::optional<std::pair<Index, Index>> ThumbnailPlace::cellAt(const Thumbnail& thumbnail, const QPointF& point) const {
    if (thumbnail.empty() || !rect.contains(point)) {
        return std::nullopt;
    }
    const auto at = [](double offset, double length, Index count) {
        return std::clamp(static_cast<Index>(offset / length * static_cast<double>(count)), Index{0}, count - 1);
    };
    return std::pair{at(point.y() - rect.top(), rect.height(), thumbnail.rows),
                     at(point.x() - rect.left(), rect.width(), thumbnail.columns)};
}

ThumbnailPlace placeThumbnail(const Thumbnail& thumbnail, const QRectF& area, double devicePixelRatio) {
    ThumbnailPlace place;
    if (thumbnail.empty() || area.isEmpty()) {
        return place;
    }
    const QSizeF cells = thumbnail.indices.size();
    double scale = std::min(area.width() / cells.width(), area.height() / cells.height()) * devicePixelRatio;
    place.shrink = static_cast<int>(std::max(1.0, std::ceil(1.0 / scale - 1e-9)));
    const double whole = std::floor(scale);
    constexpr double littleWaste = 0.88;
    scale = whole >= littleWaste * scale ? whole : scale;
    const QSizeF size = cells * scale / devicePixelRatio;
    const auto snap = [devicePixelRatio](double v) { return std::round(v * devicePixelRatio) / devicePixelRatio; };
    place.rect = {QPointF(snap(area.center().x() - size.width() / 2), snap(area.center().y() - size.height() / 2)),
                  size};
    return place;
}

void drawThumbnail(QPainter& painter, const ThumbnailPlace& place, const Thumbnail& thumbnail,
                   const QList<QRgb>& colours, bool dark) {
    if (thumbnail.empty() || place.rect.isEmpty()) {
        return;
    }
    QImage image = place.shrink > 1 ? shrunk(thumbnail.indices, place.shrink) : thumbnail.indices;
    image.setColorTable(colours);
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(place.rect, image);
    drawHatch(painter, place.rect, image, thumbnail, dark);
    painter.restore();
}

void drawThumbnailHighlight(QPainter& painter, const ThumbnailPlace& place, const Thumbnail& thumbnail,
                            std::optional<Index> query, std::optional<Index> key, const QColor& colour) {
    if (thumbnail.empty()) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.0));
    painter.setBrush(Qt::NoBrush);
    if (query && *query < thumbnail.rows) {
        painter.drawRect(place.row(thumbnail, *query).adjusted(-0.5, -0.5, 0.5, 0.5));
    }
    if (key && *key < thumbnail.columns) {
        painter.drawRect(place.column(thumbnail, *key).adjusted(-0.5, -0.5, 0.5, 0.5));
    }
    painter.restore();
}

} // namespace headscope::ui
