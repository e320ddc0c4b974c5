// What the mouse does in FocusedPlot.
#include <cmath>

#include <QToolTip>

#include "ui/plot/focused_plot.h"
#include "ui/present/cell_text.h"

namespace headscope::ui {

namespace {

constexpr double wheelStep = 1.25; ///< per notch
constexpr int notch = 120;         ///< Qt's eighths of a degree

} // namespace

void FocusedPlot::hover(const std::optional<Cell>& cell, const QPoint& globalPosition) {
    if (cell == hovered_) {
        return;
    }
    hovered_ = cell;
    redrawMarks();
    if (!cell) {
        QToolTip::hideText();
        emit hoverLeft();
        return;
    }
    if (!picture_.exact(cell->query)) {
        wantRows(cell->query, 1);
    }
    QToolTip::showText(globalPosition, cellTooltip(picture_, cell->query, cell->key), this);
    emit cellHovered(cell->query, cell->key);
}

void FocusedPlot::hoverLabel(const std::optional<Index>& token) {
    if (token == hoveredLabel_) {
        return;
    }
    hoveredLabel_ = token;
    if (token) {
        emit labelHovered(*token);
    } else if (!hovered_) {
        emit hoverLeft();
    }
}

void FocusedPlot::resizeEvent(QResizeEvent* event) {
    QCustomPlot::resizeEvent(event);
    arrange();
}

void FocusedPlot::mouseMoveEvent(QMouseEvent* event) {
    QCustomPlot::mouseMoveEvent(event);
    hover(cellAt(event->position()), event->globalPosition().toPoint());
    hoverLabel(labelAt(event->position()));
}

void FocusedPlot::mousePressEvent(QMouseEvent* event) {
    pressedAt_ = event->position();
    QCustomPlot::mousePressEvent(event);
}

void FocusedPlot::mouseReleaseEvent(QMouseEvent* event) {
    QCustomPlot::mouseReleaseEvent(event);
    const bool dragged = (event->position() - pressedAt_).manhattanLength() > QApplication::startDragDistance();
    const std::optional<Cell> cell = cellAt(event->position());
    if (event->button() == Qt::LeftButton && !dragged && cell) {
        setCurrentCell(cell);
        emit cellClicked(cell->query, cell->key);
    }
}

void FocusedPlot::mouseDoubleClickEvent(QMouseEvent* event) {
    if (zoomed()) {
        resetZoom();
    } else if (cellAt(event->position())) {
        zoomAbout(event->position(), 4.0);
    }
}

void FocusedPlot::wheelEvent(QWheelEvent* event) {
    const double notches = event->angleDelta().y() / static_cast<double>(notch);
    const bool canZoom = notches > 0 ? closest() > 1.0 : zoomed();
    if (!canZoom || notches == 0.0 || !plotRect().contains(event->position())) {
        event->ignore(); // a scroll area around may want it
        return;
    }
    zoomAbout(event->position(), std::pow(wheelStep, notches));
    hover(cellAt(event->position()), event->globalPosition().toPoint());
    event->accept();
}

void FocusedPlot::leaveEvent(QEvent* event) {
    QCustomPlot::leaveEvent(event);
    hover(std::nullopt, {});
    hoverLabel(std::nullopt);
}

} // namespace headscope::ui
