#include "ui/export/figure_layout.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QPaintEngine>

#include "ui/export/caption.h"
#include "ui/plot/heatmap_cells.h"
#include "ui/plot/text_line.h"
#include "ui/present/number_format.h"

namespace headscope::ui {

namespace {

/// Sizes of a figure of one head, and of one of several, in units.
struct Measures {
    double smallestPlot; ///< the side of a head of few tokens
    double largestPlot;  ///< of one whose labels would need more; cells of one unit may make it larger still
    double largestCell;
    int font;
};
constexpr Measures singleMeasures{440.0, 640.0, 64.0, 12};
constexpr Measures gridMeasures{172.0, 480.0, 40.0, 11};
constexpr double labelCell = 10.0; ///< units: in cells of this size every label can be shown

// In em.
constexpr double padding = 1.4;
constexpr double titleHeight = 1.7;
constexpr double tileSpace = 1.8;
constexpr double notesSpace = 1.2;
constexpr double longestLabel = 30.0;
constexpr double narrowest = 34.0; ///< a narrower figure would break its caption into many lines
constexpr double shortestBar = 18.0;
constexpr double keyTitleSpace = 0.4; ///< between a head's title and the title of its axis

QFont titleFont(const HeatmapStyle& style) {
    QFont font = style.font;
    font.setBold(true);
    return font;
}

/// Each head has its own range of colours.
bool hasOwnRange(const HeadPicture& picture) {
    return picture.range() == ColourRange::head_max || picture.range() == ColourRange::median_row;
}

/// Beside "Head 3": its largest weight, and the number its colours end at where that is another.
QString largestText(const HeadPicture& picture) {
    const QString largest = QCoreApplication::translate("Figure", "largest %1").arg(weightText(picture.largest()));
    return picture.range() == ColourRange::median_row
               ? QCoreApplication::translate("Figure", "%1, colours to %2", "%1 is the largest weight")
                     .arg(largest, rangeEndText(picture.rangeMax()))
               : largest;
}

double titleWidth(const FigureLayout& layout, const HeadPicture& picture) {
    return textWidth(headName(picture.head()), titleFont(layout.style)) + layout.style.em() +
           textWidth(largestText(picture), layout.style.font);
}

/// Cells of at least one unit. A head grows with its number of tokens, so that labels can be shown.
QSizeF chooseCell(const HeadPicture& picture, const Measures& measures) {
    const auto most = static_cast<double>(std::max(picture.rows(), picture.columns()));
    const double plot = std::clamp(labelCell * most, measures.smallestPlot, measures.largestPlot);
    const QSizeF cell = fitCell({plot, plot}, picture.rows(), picture.columns(), measures.largestCell);
    return {std::max(1.0, std::floor(cell.width())), std::max(1.0, std::floor(cell.height()))};
}

/// Texts grow with a head that is larger than usual: the figure will be shown smaller.
HeatmapStyle chooseStyle(const FigureSpec& spec, const HeadPicture& picture, const QSizeF& cell,
                         const Measures& measures) {
    const double side = std::max(cell.width() * static_cast<double>(picture.columns()),
                                 cell.height() * static_cast<double>(picture.rows()));
    const double growth = std::max(1.0, std::sqrt(side / measures.smallestPlot));
    return paperStyle(spec.colourMap, static_cast<int>(std::lround(measures.font * growth)));
}

QString gridRangeNote(const FigureSpec& spec, const HeadPicture& picture) {
    if (spec.heads.size() == 1 || !hasOwnRange(picture)) {
        return rangeNote(picture);
    }
    if (picture.range() == ColourRange::head_max) {
        return QCoreApplication::translate("Figure", "Colours: 0 to the largest of each head, written above it");
    }
    return picture.tile() > 1
               ? QCoreApplication::translate("Figure",
                                             "Colours: 0 to the median of the tile rows' largest of each head, written "
                                             "above it; larger values show the last colour")
               : QCoreApplication::translate("Figure",
                                             "Colours: 0 to the median of the rows' largest of each head, written "
                                             "above it; larger values show the last colour");
}

QList<ColourTick> figureTicks(const FigureSpec& spec, const HeadPicture& picture, double height,
                              const HeatmapStyle& style) {
    return spec.heads.size() > 1 && hasOwnRange(picture)
               ? relativeTicks(picture.exceedsRange())
               : colourTicks(picture.rangeMax(), tickDistance(height, style), picture.exceedsRange());
}

void placeTiles(FigureLayout& layout, const std::vector<HeadPicture>& pictures, const QSizeF& cell) {
    const double em = layout.style.em();
    const int columns = figureColumns(static_cast<int>(pictures.size()));
    const QSizeF plot(cell.width() * static_cast<double>(pictures[0].columns()),
                      cell.height() * static_cast<double>(pictures[0].rows()));
    double pitch = plot.width();
    for (const HeadPicture& picture : pictures) {
        pitch = std::max(pitch, titleWidth(layout, picture));
    }
    const double left = std::ceil(padding * em + layout.frame.margins.left);
    const double top = std::ceil((padding + titleHeight + keyTitleSpace) * em + layout.frame.margins.top);
    const double stepX = std::ceil(pitch + tileSpace * em);
    const double stepY = std::ceil(plot.height() + (titleHeight + tileSpace) * em);
    for (int i = 0; i < static_cast<int>(pictures.size()); ++i) {
        const HeadPicture& picture = pictures[static_cast<std::size_t>(i)];
        const QPointF origin(left + i % columns * stepX, top + i / columns * stepY);
        FigureTile tile;
        tile.picture = picture;
        tile.grid = {origin, cell, picture.rows(), picture.columns()};
        tile.plot = QRectF(origin, plot);
        tile.queryLabels = i % columns == 0;
        tile.keyLabels = i < columns;
        const double above =
            titleHeight * em / 2 + (tile.keyLabels ? layout.frame.margins.top + keyTitleSpace * em : 0.3 * em);
        tile.title = {origin.x(), origin.y() - above};
        layout.tiles.append(tile);
    }
}

/// The colour bar stands to the right of all tiles, beside as many rows of them as it needs to be read.
void placeBar(FigureLayout& layout) {
    const double enough = shortestBar * layout.style.em();
    QRectF beside;
    for (const FigureTile& tile : layout.tiles) {
        const bool below = tile.plot.bottom() > beside.bottom();
        if (!below || beside.height() < enough) {
            beside = beside.united(tile.plot);
        }
    }
    layout.bar = colourBarRect(beside, layout.tiles.first().grid.gap(), layout.style);
}

double rightEdge(const FigureLayout& layout) {
    double right = layout.bar.right() + tickWidth(layout.ticks, layout.style);
    for (const FigureTile& tile : layout.tiles) {
        right = std::max({right, tile.title.x() + titleWidth(layout, tile.picture),
                          tile.plot.right() + (tile.keyLabels ? layout.frame.keys.overhang : 0.0)});
    }
    return right;
}

double roundedUp(double units) {
    return std::ceil(units / 4.0) * 4.0;
}

void placeNotes(FigureLayout& layout, const FigureSpec& spec) {
    const double em = layout.style.em();
    const double right = std::max(rightEdge(layout), (narrowest + padding) * em);
    const double width = roundedUp(right + padding * em);
    const HeadPicture& first = layout.tiles.first().picture;
    layout.notes = QList<Note>{{gridRangeNote(spec, first)}};
    if (first.tile() > 1) {
        layout.notes.append({tileNote(first)});
    }
    layout.notes += pictureNotes(first, layout.frame);
    layout.notes.append({figureCaption(*spec.snapshot, spec.batch), Note::Sign::none, true});
    layout.notesAt = {padding * em, layout.tiles.last().plot.bottom() + notesSpace * em};
    layout.notesWidth = width - 2 * padding * em;
    const double height = notesHeight(layout.notes, layout.notesWidth, layout.style);
    layout.size = {width, roundedUp(layout.notesAt.y() + height + padding * em)};
}

void drawTitle(QPainter& painter, const FigureLayout& layout, const FigureTile& tile) {
    const QFont font = titleFont(layout.style);
    const QString name = headName(tile.picture.head());
    drawText(painter, name, font, layout.style.text, tile.title, Anchor::left);
    const QPointF next = tile.title + QPointF(textWidth(name, font) + layout.style.em(), 0);
    drawText(painter, largestText(tile.picture), layout.style.font, layout.style.muted, next, Anchor::left);
}

} // namespace

Index FigureLayout::cells() const {
    Index count = 0;
    for (const FigureTile& tile : tiles) {
        count += tile.grid.rows * tile.grid.columns;
    }
    return count;
}

int figureColumns(int heads) {
    int best = heads;
    double bestCost = 1e9;
    for (int columns = 1; columns <= heads; ++columns) {
        const int rows = (heads + columns - 1) / columns;
        const double shape = std::abs(std::log2(columns / (1.6 * rows)));
        const double emptyPlaces = rows * columns - heads;
        const double cost = shape + 3.0 * emptyPlaces / std::sqrt(heads);
        if (cost < bestCost) {
            bestCost = cost;
            best = columns;
        }
    }
    return best;
}

FigureLayout layoutFigure(const FigureSpec& spec) {
    std::vector<HeadPicture> pictures;
    for (const int head : spec.heads) {
        pictures.push_back(
            HeadPicture(spec.snapshot, head, spec.range, spec.batch).withTiles(spec.tileValue).asTiles());
    }
    const HeadPicture& first = pictures.front();
    FigureLayout layout;
    layout.single = pictures.size() == 1;
    const Measures& measures = layout.single ? singleMeasures : gridMeasures;
    const QSizeF cell = chooseCell(first, measures);
    layout.style = chooseStyle(spec, first, cell, measures);
    layout.labels = measureLabels(first, layout.style);
    const double limit = longestLabel * layout.style.em();
    layout.frame = planFrame(first, layout.labels, cell, limit, {}, layout.style);
    placeTiles(layout, pictures, cell);
    placeBar(layout);
    layout.ticks = figureTicks(spec, first, layout.bar.height(), layout.style);
    placeNotes(layout, spec);
    return layout;
}

void drawFigure(QPainter& painter, const FigureLayout& layout) {
    constexpr Index mostRectangles = 150'000;
    const HeatmapStyle& style = layout.style;
    const bool vector = painter.paintEngine()->type() != QPaintEngine::Raster;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(), layout.size), style.background);
    for (const FigureTile& tile : layout.tiles) {
        drawTitle(painter, layout, tile);
        if (vector && layout.cells() > mostRectangles) {
            drawCellsAsImage(painter, tile.picture, tile.grid, style);
        } else {
            drawCells(painter, tile.picture, tile.grid, tile.plot, style);
        }
        if (layout.single) {
            drawCellValues(painter, tile.picture, tile.grid, tile.plot, style);
        }
        if (tile.queryLabels) {
            drawQueryTitle(painter, tile.plot, layout.frame, style);
            drawQueryLabels(painter, tile.picture, layout.labels.queries.texts, layout.frame.queries, tile.grid,
                            tile.plot, style);
            drawHiddenRows(painter, tile.picture, tile.grid, tile.plot, style);
        }
        if (tile.keyLabels) {
            drawKeyTitle(painter, tile.plot, layout.frame, style);
            drawKeyLabels(painter, layout.labels.keys.texts, layout.frame.keys, tile.grid, tile.plot, style);
        }
    }
    drawColourBar(painter, layout.bar, layout.ticks, style);
    drawNotes(painter, layout.notesAt, layout.notesWidth, layout.notes, style);
}

} // namespace headscope::ui
