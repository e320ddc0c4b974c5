#pragma once

#include <optional>

#include <qcustomplot.h>

#include "ui/plot/focused_layout.h"

namespace headscope::ui {

/// What FocusedHeadView shows: QCustomPlot's axes hold the part in view, its layers keep hovering cheap. Cells and
/// labels are redrawn only when the picture or the part in view changes; marks have a buffer of their own.
class FocusedPlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit FocusedPlot(QWidget* parent);

    void setPicture(HeadPicture picture, const HeatmapStyle& style);
    void setStyle(const HeatmapStyle& style);
    /// Exact rows that rowsWanted() asked for; those of another picture change nothing.
    void setExactRows(const std::shared_ptr<const RowsOfRun>& rows);
    const HeadPicture& picture() const { return picture_; }
    /// What is drawn of it: cells where all rows in view are exact, else a map's tiles alone, so that one range of
    /// colours holds for all that is seen.
    const HeadPicture& drawn() const { return drawn_; }
    const HeatmapStyle& style() const { return style_; }

    void setHighlight(std::optional<Index> query, std::optional<Index> key);
    void setCurrentCell(std::optional<Cell> cell);
    std::optional<Cell> currentCell() const { return current_; }
    void setFocusShown(bool shown);

    bool zoomed() const;
    void zoomAbout(const QPointF& point, double factor);
    void resetZoom();
    /// Moves the part in view so that the cell lies inside.
    void reveal(const Cell& cell);

    CellGrid grid() const; ///< of the part in view
    QRectF plotRect() const { return axisRect()->rect(); }
    std::optional<Cell> cellAt(const QPointF& point) const;
    /// The token whose label, of either axis, is at a point.
    std::optional<Index> labelAt(const QPointF& point) const;

    void drawSurroundings(QPainter& painter) const;
    void drawMarks(QPainter& painter) const;

signals:
    void partChanged(const QRectF& cells); ///< in view while zoomed; else empty
    /// A map is shown, and these rows are looked at so closely that their cells count.
    void rowsWanted(headscope::Index first, headscope::Index count);
    void cellHovered(headscope::Index query, headscope::Index key);
    void labelHovered(headscope::Index token);
    void hoverLeft();
    void cellClicked(headscope::Index query, headscope::Index key);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void arrange();
    void planView();
    void keepInside();
    void hover(const std::optional<Cell>& cell, const QPoint& globalPosition);
    void hoverLabel(const std::optional<Index>& token);
    void redrawMarks();
    void wantRows(Index first, Index count);
    void wantRowsInView();
    bool showsTiles() const; ///< in view
    void takeDrawn();
    void viewMoved();
    void tellPart();
    double closest() const;

    HeadPicture picture_;
    HeadPicture drawn_;
    HeatmapStyle style_;
    PictureLabels labels_;
    FocusedLayout layout_;
    HeatmapFrame view_; ///< the frame as the part in view needs it: closer, more labels fit
    QList<Note> notes_;
    std::optional<Index> highlightedQuery_;
    std::optional<Index> highlightedKey_;
    std::optional<Cell> hovered_;
    std::optional<Index> hoveredLabel_;
    std::optional<Cell> current_;
    QPointF pressedAt_;
    Index wantedFirst_ = 0; ///< of rowsWanted(), so that it does not ask twice
    Index wantedCount_ = 0;
    bool focusShown_ = false;
};

} // namespace headscope::ui
