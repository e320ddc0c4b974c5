#pragma once

#include <memory>
#include <optional>

#include <QRectF>
#include <QWidget>

#include "ui/plot/cell_grid.h"
#include "ui/present/colour_map.h"
#include "ui/present/head_picture.h"

namespace headscope::ui {

class FocusedPlot;

/// One head, large: cells with their values where they fit, token labels, colour bar, notes. Points and keys say what
/// cell is in hand; wheel, drag, + and - look closer at long sequences, Escape or a double click goes back.
/// An empty picture shows nothing but the background.
class FocusedHeadView : public QWidget {
    Q_OBJECT
public:
    explicit FocusedHeadView(QWidget* parent = nullptr);
    ~FocusedHeadView() override;

    /// Keeps the zoom and the current cell when the new picture has the same numbers of rows and columns.
    void setPicture(HeadPicture picture, ColourMap map, bool dark);
    const HeadPicture& picture() const;
    /// The answer to rowsWanted(); rows of another picture change nothing.
    void setExactRows(const std::shared_ptr<const RowsOfRun>& rows);

    /// Marks the row of a query, the column of a key, or both: shared with all thumbnails.
    void setHighlight(std::optional<headscope::Index> query, std::optional<headscope::Index> key);

    /// The cell that the keyboard moves. Outside the picture: none.
    void setCurrentCell(std::optional<Cell> cell);
    std::optional<Cell> currentCell() const;

    bool zoomed() const;
    void zoom(double factor); ///< above 1: closer, about the current cell or the middle
    void resetZoom();

    /// Where a cell is drawn, in this widget's coordinates; it may lie outside while zoomed.
    QRectF cellRect(headscope::Index query, headscope::Index key) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// The cells in view while zoomed; else empty.
    void partChanged(const QRectF& cells);
    /// Of a map: these rows are looked at so closely that their cells count.
    void rowsWanted(headscope::Index first, headscope::Index count);
    void cellHovered(headscope::Index query, headscope::Index key);
    void labelHovered(headscope::Index token); ///< of either axis
    void hoverLeft();
    void cellClicked(headscope::Index query, headscope::Index key);
    void currentCellChanged(headscope::Index query, headscope::Index key);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void describe();
    bool moveCurrent(const QKeyEvent& event);

    FocusedPlot* plot_; // a child
};

} // namespace headscope::ui
