#include "ui/plot/heatmap_cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include <QImage>
#include <QPaintEngine>
#include <QPainterPath>

#include "ui/plot/hatch.h"
#include "ui/plot/text_line.h"
#include "ui/plot/vector_cells.h"
#include "ui/present/number_format.h"

namespace headscope::ui {

namespace {

struct CellRange {
    Index first = 0;
    Index last = -1; ///< inclusive

    friend bool operator==(const CellRange&, const CellRange&) = default;
};

CellRange cellsBetween(double from, double to, double origin, double size, Index count) {
    const auto at = [&](double position) {
        return std::clamp(static_cast<Index>(std::floor((position - origin) / size)), Index{0}, count - 1);
    };
    return {at(from), std::max(at(from), at(std::nextafter(to, from)))};
}

CellRange visibleRows(const CellGrid& grid, const QRectF& clip) {
    return cellsBetween(clip.top(), clip.bottom(), grid.origin.y(), grid.cell.height(), grid.rows);
}

CellRange visibleColumns(const CellGrid& grid, const QRectF& clip) {
    return cellsBetween(clip.left(), clip.right(), grid.origin.x(), grid.cell.width(), grid.columns);
}

/// The cells that each device pixel of a stretch shows: the one under its centre, or all that lie in it.
std::vector<CellRange> pixelCells(int pixels, double start, double step, double origin, double size, Index count) {
    std::vector<CellRange> cells(static_cast<std::size_t>(pixels));
    for (int i = 0; i < pixels; ++i) {
        const double from = start + i * step;
        const double centre = from + step / 2;
        cells[static_cast<std::size_t>(i)] = size >= step ? cellsBetween(centre, centre, origin, size, count)
                                                          : cellsBetween(from, from + step, origin, size, count);
    }
    return cells;
}

/// A row of pixels: the strongest colour of the cells of each, or the masked look where all of them are hidden.
/// `largest` is a buffer of columns() numbers. Where the picture shows a map's tiles, a tile counts where a cell of it
/// does.
void fillLine(QRgb* line, const HeadPicture& picture, const CellRange& rows, const std::vector<CellRange>& columns,
              const HeatmapStyle& style, Eigen::ArrayXf& largest) {
    const auto& table = colourTable(style.map);
    // In a window too small for a plot the cells run backwards.
    const Index step = picture.step(rows.first, rows.last);
    const Index first = std::min(columns.front().first, columns.back().first) / step;
    const Index shown = std::max(columns.front().last, columns.back().last) / step - first + 1;
    const auto values = [&](Index query) {
        return Eigen::Map<const Eigen::ArrayXf>(picture.row(query, step) + first, shown);
    };
    largest.head(shown) = values(rows.first);
    for (Index query = (rows.first / step + 1) * step; query <= rows.last; query += step) {
        largest.head(shown) = largest.head(shown).max(values(query));
    }
    for (std::size_t x = 0; x < columns.size(); ++x) {
        const CellRange& keys = columns[x];
        if (x > 0 && keys == columns[x - 1]) {
            line[x] = line[x - 1];
            continue;
        }
        const Index at = keys.first / step;
        const float value = largest.segment(at - first, keys.last / step - at + 1).maxCoeff();
        const CellBlock cells{rows.first, rows.last - rows.first + 1, keys.first, keys.last - keys.first + 1};
        line[x] = value == 0.0F && picture.masked(cells)
                      ? maskedLook(style.dark).ground
                      : table[static_cast<std::size_t>(colourIndex(value, picture.rangeMax()))];
    }
}

QRectF snapped(const QRectF& rect, double ratio) {
    const auto snap = [ratio](double v) { return std::round(v * ratio) / ratio; };
    return {QPointF(snap(rect.left()), snap(rect.top())), QPointF(snap(rect.right()), snap(rect.bottom()))};
}

void drawRasterImage(QPainter& painter, const HeadPicture& picture, const CellGrid& grid, const QRectF& clip,
                     const HeatmapStyle& style) {
    const double ratio = painter.device()->devicePixelRatioF();
    const QRectF area = snapped(grid.bounds().intersected(clip), ratio);
    const QSize pixels = (area.size() * ratio).toSize();
    if (pixels.isEmpty()) {
        return;
    }
    const auto columns =
        pixelCells(pixels.width(), area.left(), 1 / ratio, grid.origin.x(), grid.cell.width(), grid.columns);
    const auto rows =
        pixelCells(pixels.height(), area.top(), 1 / ratio, grid.origin.y(), grid.cell.height(), grid.rows);
    QImage image(pixels, QImage::Format_RGB32);
    Eigen::ArrayXf largest(picture.columns());
    for (int y = 0; y < pixels.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        const auto row = static_cast<std::size_t>(y);
        if (y > 0 && rows[row] == rows[row - 1]) {
            std::memcpy(line, image.constScanLine(y - 1), static_cast<std::size_t>(image.bytesPerLine()));
            continue;
        }
        fillLine(line, picture, rows[row], columns, style, largest);
    }
    painter.drawImage(area, image);
}

void drawRasterCells(QPainter& painter, const HeadPicture& picture, const CellGrid& grid, const QRectF& clip,
                     const HeatmapStyle& style) {
    const double ratio = painter.device()->devicePixelRatioF();
    const double gap = grid.gap();
    const CellRange rows = visibleRows(grid, clip);
    const CellRange columns = visibleColumns(grid, clip);
    const auto& table = colourTable(style.map);
    const QColor masked = QColor::fromRgb(maskedLook(style.dark).ground);
    for (Index query = rows.first; query <= rows.last; ++query) {
        for (Index key = columns.first; key <= columns.last; ++key) {
            const std::optional<int> colour = cellColour(picture, query, key);
            const QRectF cell = snapped(grid.rect(query, key), ratio).adjusted(0, 0, -gap, -gap).intersected(clip);
            painter.fillRect(cell, colour ? QColor::fromRgb(table[static_cast<std::size_t>(*colour)]) : masked);
        }
    }
}

void drawHatch(QPainter& painter, const HeadPicture& picture, const CellGrid& grid, const QRectF& clip,
               const HeatmapStyle& style) {
    if (!picture.anyMasked()) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(QColor::fromRgb(maskedLook(style.dark).line), style.em() / 12, Qt::SolidLine, Qt::FlatCap));
    // Where a pixel or tile holds several cells, they are asked together: one hidden key is to be seen.
    const auto side = static_cast<Index>(std::ceil(1.0 / std::min(grid.cell.width(), grid.cell.height()) - 1e-9));
    const Index block = std::max<Index>(1, side);
    const CellGrid blocks{grid.origin, grid.cell * static_cast<double>(block), (grid.rows + block - 1) / block,
                          (grid.columns + block - 1) / block};
    painter.drawLines(hatchLines(blocks, grid.bounds().intersected(clip), style.em() / 2, [&](Index row, Index column) {
        const CellBlock cells{row * block, std::min(block, grid.rows - row * block), column * block,
                              std::min(block, grid.columns - column * block)};
        return picture.partlyMasked(cells);
    }));
    painter.restore();
}

/// How many decimals fit into a cell; none: no text fits.
std::optional<int> decimalsThatFit(const QSizeF& cell, const QFont& font) {
    if (cell.height() < 1.6 * font.pixelSize()) {
        return std::nullopt;
    }
    for (const int decimals : {4, 3, 2}) {
        const double needed = textWidth(weightText(0.0625F, decimals), font) + 0.75 * font.pixelSize();
        if (needed <= cell.width()) {
            return decimals;
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<int> cellColour(const HeadPicture& picture, Index query, Index key) {
    const float value = picture.value(query, key);
    if (value == 0.0F && picture.masked(query, key)) {
        return std::nullopt;
    }
    return colourIndex(value, picture.rangeMax());
}

void drawCells(QPainter& painter, const HeadPicture& picture, const CellGrid& grid, const QRectF& clip,
               const HeatmapStyle& style) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    const QPaintEngine::Type device = painter.paintEngine()->type();
    if (device == QPaintEngine::SVG || device == QPaintEngine::Pdf) {
        drawVectorCells(painter, picture, grid, style);
    } else if (grid.gap() > 0.0) {
        drawRasterCells(painter, picture, grid, clip, style);
    } else {
        drawRasterImage(painter, picture, grid, clip, style);
    }
    painter.restore();
    drawHatch(painter, picture, grid, clip, style);
}

void drawCellsAsImage(QPainter& painter, const HeadPicture& picture, const CellGrid& grid, const HeatmapStyle& style) {
    QImage image(static_cast<int>(grid.columns), static_cast<int>(grid.rows), QImage::Format_RGB32);
    const auto& table = colourTable(style.map);
    for (int query = 0; query < image.height(); ++query) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(query));
        for (int key = 0; key < image.width(); ++key) {
            const std::optional<int> colour = cellColour(picture, query, key);
            line[key] = colour ? table[static_cast<std::size_t>(*colour)] : maskedLook(style.dark).ground;
        }
    }
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.setRenderHint(QPainter::LosslessImageRendering);
    // PDF viewers smooth images that they enlarge less than four times: Poppler then shows no cell in its own colour.
    const int enlarged = painter.paintEngine()->type() == QPaintEngine::Pdf ? 4 : 1;
    painter.drawImage(grid.bounds(), image.scaled(image.size() * enlarged));
    painter.restore();
    drawHatch(painter, picture, grid, grid.bounds(), style);
}

void drawCellValues(QPainter& painter, const HeadPicture& picture, const CellGrid& grid, const QRectF& clip,
                    const HeatmapStyle& style) {
    QFont font = style.font;
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(style.em() * 0.92))));
    const double gap = grid.gap();
    const std::optional<int> decimals = decimalsThatFit(grid.cell - QSizeF(gap, gap), font);
    if (!decimals) {
        return;
    }
    const CellRange rows = visibleRows(grid, clip);
    const CellRange columns = visibleColumns(grid, clip);
    const auto& table = colourTable(style.map);
    for (Index query = rows.first; query <= rows.last; ++query) {
        for (Index key = columns.first; key <= columns.last; ++key) {
            const std::optional<int> colour = cellColour(picture, query, key);
            if (!colour) {
                continue;
            }
            const QPointF centre = grid.centre(query, key) - QPointF(gap, gap) / 2;
            const QString text = weightText(picture.value(query, key), *decimals);
            const QRgb ground = table[static_cast<std::size_t>(*colour)];
            if (picture.masked(query, key)) { // the hatch would cross the digits
                const QSizeF plate(textWidth(text, font) + 0.5 * style.em(), 1.3 * style.em());
                painter.fillRect(QRectF(centre - QPointF(plate.width(), plate.height()) / 2, plate),
                                 QColor::fromRgb(ground));
            }
            drawText(painter, text, font, textOn(ground), centre, Anchor::centre);
        }
    }
}

} // namespace headscope::ui
