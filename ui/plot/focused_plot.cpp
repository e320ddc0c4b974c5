#include "ui/plot/focused_plot.h"

#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

#include <QSignalBlocker>

#include "ui/plot/colour_bar.h"
#include "ui/plot/heatmap_cells.h"
#include "ui/plot/heatmap_marks.h"
#include "ui/present/cell_text.h"

namespace headscope::ui {

namespace {

constexpr double padding = 0.5;     ///< em, around everything
constexpr double closestCell = 4.0; ///< em: a closer look stops here
constexpr double exactCell = 0.5;   ///< device pixels: from here on a map's cells are worth making

/// The cells, on QCustomPlot's main layer.
class CellsPlottable : public QCPAbstractPlottable {
public:
    explicit CellsPlottable(FocusedPlot* plot)
        : QCPAbstractPlottable(plot->xAxis, plot->yAxis)
        , plot_(plot) {}

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override {
        found = !plot_->picture().empty();
        return {0.0, static_cast<double>(plot_->picture().columns())};
    }
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override {
        found = !plot_->picture().empty();
        return {0.0, static_cast<double>(plot_->picture().rows())};
    }

protected:
    void draw(QCPPainter* painter) override {
        if (plot_->picture().empty()) {
            return;
        }
        const QRectF plot = plot_->plotRect();
        painter->setClipRect(plot);
        drawCells(*painter, plot_->drawn(), plot_->grid(), plot, plot_->style());
        drawCellValues(*painter, plot_->drawn(), plot_->grid(), plot, plot_->style());
    }
    void drawLegendIcon(QCPPainter*, const QRectF&) const override {}

private:
    FocusedPlot* plot_;
};

/// Anything else that is drawn on a layer.
class Drawing : public QCPLayerable {
public:
    Drawing(FocusedPlot* plot, const QString& layer, void (FocusedPlot::*drawn)(QPainter&) const)
        : QCPLayerable(plot, layer)
        , plot_(plot)
        , draw_(drawn) {}

protected:
    void applyDefaultAntialiasingHint(QCPPainter*) const override {}
    void draw(QCPPainter* painter) override {
        if (!plot_->picture().empty()) {
            painter->setClipping(false);
            (plot_->*draw_)(*painter);
        }
    }

private:
    FocusedPlot* plot_;
    void (FocusedPlot::*draw_)(QPainter&) const;
};

} // namespace

FocusedPlot::FocusedPlot(QWidget* parent)
    : QCustomPlot(parent) {
    setFocusPolicy(Qt::NoFocus);
    setMouseTracking(true);
    plotLayout()->setMargins({});
    axisRect()->setAutoMargins(QCP::msNone);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setVisible(false);
        connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this] {
            keepInside();
            viewMoved();
            tellPart();
        });
    }
    yAxis->setRangeReversed(true); // queries run downwards
    setInteraction(QCP::iRangeDrag);
    setPlottingHint(QCP::phImmediateRefresh, false); // painted with the rest of the window, once
    // Owned by the plot, which deletes its layerables.
    new CellsPlottable(this);
    new Drawing(this, QStringLiteral("axes"), &FocusedPlot::drawSurroundings);
    new Drawing(this, QStringLiteral("overlay"), &FocusedPlot::drawMarks);
}

void FocusedPlot::setPicture(HeadPicture picture, const HeatmapStyle& style) {
    const bool sameSize = picture.rows() == picture_.rows() && picture.columns() == picture_.columns();
    const bool sameText = sameSize && picture.snapshot() == picture_.snapshot() && style.font == style_.font;
    if (picture.snapshot() != picture_.snapshot() && hovered_) {
        hovered_.reset(); // the tool tip speaks of the old numbers
        QToolTip::hideText();
    }
    if (picture.snapshot() != picture_.snapshot() || picture.head() != picture_.head()) {
        wantedCount_ = 0;
    }
    picture_ = std::move(picture);
    drawn_ = picture_;
    style_ = style;
    setBackground(QBrush(style.background));
    if (!sameText) {
        labels_ = measureLabels(picture_, style_);
    }
    if (!sameSize) {
        hovered_.reset();
        current_.reset();
        highlightedQuery_.reset();
        highlightedKey_.reset();
        resetZoom();
    }
    arrange();
    if (wantedCount_ == 0 && current_ && !picture_.exact(current_->query)) { // the view itself wants none
        wantRows(current_->query, 1);
    }
}

void FocusedPlot::setStyle(const HeatmapStyle& style) {
    setPicture(picture_, style);
}

void FocusedPlot::arrange() {
    if (!picture_.empty()) {
        const double space = padding * style_.em();
        const QRectF area = QRectF(rect()).adjusted(space, space, -space, -space);
        layout_ = layoutFocused(picture_, labels_, area, style_);
        const QRect& plot = layout_.plot;
        axisRect()->setMargins(QMargins(plot.left(), plot.top(), std::max(0, width() - 1 - plot.right()),
                                        std::max(0, height() - 1 - plot.bottom())));
        plotLayout()->setOuterRect(rect());
        axisRect()->setOuterRect(rect());
        axisRect()->update(QCPLayoutElement::upLayout);
        planView();
    }
    replot(rpQueuedReplot);
}

void FocusedPlot::planView() {
    if (picture_.empty()) {
        return;
    }
    const CellGrid shown = grid();
    view_ = layout_.frame;
    if (zoomed()) {
        const double limit = layout_.labelLimit;
        view_.queries = planQueryLabels(labels_.queries, style_.font, style_.smallestLabel, shown.cell.height(), limit);
        view_.keys =
            planKeyLabels(labels_.keys, style_.font, style_.smallestLabel, shown.cell.width(), limit, view_.keys.turn);
    }
    takeDrawn();
    notes_ = focusedNotes(drawn_, view_, shown.cell * devicePixelRatioF());
    wantRowsInView();
}

bool FocusedPlot::showsTiles() const {
    const QCPRange rows = yAxis->range();
    const auto last = static_cast<Index>(std::ceil(rows.upper)) - 1;
    return picture_.tile() > 1 && picture_.step(static_cast<Index>(rows.lower), std::max<Index>(0, last)) > 1;
}

void FocusedPlot::takeDrawn() {
    drawn_ = showsTiles() ? picture_.withoutExactRows() : picture_.withTiles(TileValue::largest);
}

void FocusedPlot::tellPart() {
    const QCPRange keys = xAxis->range();
    const QCPRange queries = yAxis->range();
    emit partChanged(zoomed() ? QRectF(keys.lower, queries.lower, keys.size(), queries.size()) : QRectF());
}

void FocusedPlot::viewMoved() {
    if (picture_.tile() > 1) {
        planView();
    }
}

void FocusedPlot::wantRowsInView() {
    const double cell = grid().cell.height() * devicePixelRatioF();
    if (picture_.tile() == 1 || cell < exactCell || !showsTiles()) {
        return;
    }
    const QCPRange rows = yAxis->range();
    const auto count = static_cast<Index>(std::ceil(rows.size())) + 1;
    const Index first =
        std::max<Index>(0, static_cast<Index>(rows.lower) - count / 2); // and some around, for the next step
    wantRows(first, std::min(2 * count, picture_.rows() - first));
}

void FocusedPlot::wantRows(Index first, Index count) {
    if (first < wantedFirst_ || first + count > wantedFirst_ + wantedCount_) {
        wantedFirst_ = first;
        wantedCount_ = count;
        emit rowsWanted(first, count);
    }
}

void FocusedPlot::setExactRows(const std::shared_ptr<const RowsOfRun>& rows) {
    picture_ = picture_.withExactRows(rows);
    planView();
    replot(rpQueuedReplot);
    if (hovered_ && QToolTip::isVisible()) {
        QToolTip::showText(QCursor::pos(), cellTooltip(picture_, hovered_->query, hovered_->key), this);
    }
}

CellGrid FocusedPlot::grid() const {
    const QRectF plot = plotRect();
    CellGrid grid;
    grid.rows = picture_.rows();
    grid.columns = picture_.columns();
    grid.cell = {plot.width() / xAxis->range().size(), plot.height() / yAxis->range().size()};
    grid.origin = {plot.left() - xAxis->range().lower * grid.cell.width(),
                   plot.top() - yAxis->range().lower * grid.cell.height()};
    return grid;
}

std::optional<Cell> FocusedPlot::cellAt(const QPointF& point) const {
    const QRectF plot = plotRect();
    if (picture_.empty() || !plot.contains(point)) {
        return std::nullopt;
    }
    const CellGrid shown = grid();
    const auto query = static_cast<Index>(std::floor((point.y() - shown.origin.y()) / shown.cell.height()));
    const auto key = static_cast<Index>(std::floor((point.x() - shown.origin.x()) / shown.cell.width()));
    return Cell{std::clamp(query, Index{0}, shown.rows - 1), std::clamp(key, Index{0}, shown.columns - 1)};
}

std::optional<Index> FocusedPlot::labelAt(const QPointF& point) const {
    const QRectF plot = plotRect();
    if (picture_.empty()) {
        return std::nullopt;
    }
    const bool besideRows = point.x() < plot.left() && point.y() >= plot.top() && point.y() < plot.bottom();
    const bool aboveColumns = point.y() < plot.top() && point.x() >= plot.left() && point.x() < plot.right();
    const QPointF inside(besideRows ? plot.left() : point.x(), besideRows ? point.y() : plot.top());
    const std::optional<Cell> cell = besideRows || aboveColumns ? cellAt(inside) : std::nullopt;
    return cell ? std::optional(besideRows ? cell->query : cell->key) : std::nullopt;
}

void FocusedPlot::drawSurroundings(QPainter& painter) const {
    const QRectF plot = plotRect();
    const CellGrid shown = grid();
    painter.save();
    painter.setClipRect(QRectF(0, plot.top() - 0.7 * style_.em(), width(), plot.height() + 1.4 * style_.em()));
    drawQueryLabels(painter, picture_, labels_.queries.texts, view_.queries, shown, plot, style_);
    drawHiddenRows(painter, picture_, shown, plot, style_);
    painter.setClipping(false);
    drawKeyLabels(painter, labels_.keys.texts, view_.keys, shown, plot, style_);
    drawQueryTitle(painter, plot, layout_.frame, style_);
    drawKeyTitle(painter, plot, layout_.frame, style_);
    drawColourBar(painter, colourBarRect(plot, shown.gap(), style_),
                  colourTicks(drawn_.rangeMax(), tickDistance(plot.height(), style_), drawn_.exceedsRange()), style_);
    drawNotes(painter, layout_.notesAt, layout_.notesWidth, notes_, style_);
    painter.restore();
}

void FocusedPlot::drawMarks(QPainter& painter) const {
    HeatmapMarks marks;
    marks.query = hovered_ ? std::optional(hovered_->query) : highlightedQuery_;
    marks.key = hovered_ ? std::optional(hovered_->key) : highlightedKey_;
    marks.current = current_;
    marks.focus = focusShown_;
    drawHeatmapMarks(painter, marks, picture_, labels_, view_, grid(), plotRect(), style_);
}

void FocusedPlot::setHighlight(std::optional<Index> query, std::optional<Index> key) {
    if (query != highlightedQuery_ || key != highlightedKey_) {
        highlightedQuery_ = query;
        highlightedKey_ = key;
        redrawMarks();
    }
}

void FocusedPlot::setCurrentCell(std::optional<Cell> cell) {
    if (cell &&
        (cell->query < 0 || cell->query >= picture_.rows() || cell->key < 0 || cell->key >= picture_.columns())) {
        cell.reset();
    }
    current_ = cell;
    if (current_ && !picture_.exact(current_->query)) {
        wantRows(current_->query, 1);
    }
    if (current_) {
        hovered_.reset(); // the last used input wins over a resting pointer
        QToolTip::hideText();
        reveal(*current_);
    }
    redrawMarks();
}

void FocusedPlot::setFocusShown(bool shown) {
    focusShown_ = shown;
    redrawMarks();
}

void FocusedPlot::redrawMarks() {
    layer(QStringLiteral("overlay"))->replot();
}

bool FocusedPlot::zoomed() const {
    return !picture_.empty() && (xAxis->range().size() < static_cast<double>(picture_.columns()) - 1e-6 ||
                                 yAxis->range().size() < static_cast<double>(picture_.rows()) - 1e-6);
}

void FocusedPlot::resetZoom() {
    for (const auto& [axis, count] : {std::pair{xAxis, picture_.columns()}, std::pair{yAxis, picture_.rows()}}) {
        const QSignalBlocker together(axis); // half of the way is no view
        axis->setRange(0.0, static_cast<double>(std::max<Index>(1, count)));
    }
    tellPart();
    planView();
    replot(rpQueuedReplot);
}

double FocusedPlot::closest() const {
    const QSizeF cell = layout_.cell;
    return std::max(1.0, closestCell * style_.em() / std::max(1e-3, std::min(cell.width(), cell.height())));
}

void FocusedPlot::zoomAbout(const QPointF& point, double factor) {
    if (picture_.empty()) {
        return;
    }
    const double now = static_cast<double>(picture_.columns()) / xAxis->range().size();
    const double wanted = std::clamp(now * factor, 1.0, closest());
    const auto scale = [&](QCPAxis* axis, double pixel, Index count) {
        const double fixed = axis->pixelToCoord(pixel);
        const double ratio = now / wanted;
        const QCPRange range(fixed - (fixed - axis->range().lower) * ratio,
                             fixed + (axis->range().upper - fixed) * ratio);
        axis->setRange(range.bounded(0.0, static_cast<double>(count)));
    };
    scale(xAxis, point.x(), picture_.columns());
    scale(yAxis, point.y(), picture_.rows());
    planView();
    replot(rpQueuedReplot);
}

void FocusedPlot::keepInside() {
    const auto bound = [](QCPAxis* axis, Index count) {
        const QCPRange inside = axis->range().bounded(0.0, static_cast<double>(count));
        if (inside != axis->range()) {
            axis->setRange(inside);
        }
    };
    if (!picture_.empty()) {
        bound(xAxis, picture_.columns());
        bound(yAxis, picture_.rows());
    }
}

void FocusedPlot::reveal(const Cell& cell) {
    const auto show = [](QCPAxis* axis, Index index) {
        const auto from = static_cast<double>(index);
        const QCPRange range = axis->range();
        const double shift = from < range.lower ? from - range.lower : std::max(0.0, from + 1.0 - range.upper);
        axis->setRange(range + shift);
        return shift != 0.0;
    };
    const bool moved = show(xAxis, cell.key);
    if (show(yAxis, cell.query) || moved) {
        replot(rpQueuedReplot);
    }
}

} // namespace headscope::ui
