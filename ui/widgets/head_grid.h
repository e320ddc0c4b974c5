#pragma once

#include <memory>
#include <optional>

#include <QWidget>

#include "core/session/session_state.h"
#include "ui/plot/thumbnail_drawing.h"
#include "ui/present/tile_layout.h"
#include "ui/session/engine_runner.h"

namespace headscope::ui {

/// All heads at once, each a small heatmap with its number; one of them is the focused one. Pages where they do not
/// fit.
class HeadGrid : public QWidget {
    Q_OBJECT

public:
    explicit HeadGrid(QWidget* parent = nullptr);

    void setResult(std::shared_ptr<const RunResult> result);
    void setView(const ViewState& view);
    /// Row and column to mark in every head.
    void setHighlight(std::optional<Index> query, std::optional<Index> key);

    /// To frame in every head: the cells that the large head shows; empty: none.
    void setPart(const QRectF& cells);

    int pages() const;
    int page() const { return page_; }
    void setPage(int page);
    /// Where a head of this page is drawn.
    QRectF tileRect(int head) const;
    /// How many cells a pixel of the thumbnails stands for in each direction; 1: every cell is drawn.
    int pooling() const;

signals:
    void headChosen(int head);
    void cellHovered(headscope::Index query, headscope::Index key);
    void hoverLeft();
    void pagesChanged();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Cell {
        int head = 0;
        Index query = 0;
        Index key = 0;
    };
    int tileCount() const;
    int headOfTile(int tile) const;
    int tileOfHead(int head) const;
    bool showsMean() const;
    int focusedHead() const; ///< of those that there are
    const Thumbnail& thumbnail(int head) const;
    HeadPicture picture(int head) const;
    float rangeMax(int head) const;
    void layOut();
    void showFocusedPage();
    void describe();
    ThumbnailPlace placeOf(int head, const QRectF& tile) const;
    std::optional<Cell> cellAt(QPointF position) const;
    void drawTile(QPainter& painter, int tile, const QRectF& rect) const;
    void drawLabel(QPainter& painter, int head, const QRectF& rect) const;

    std::shared_ptr<const RunResult> result_;
    ViewState view_;
    TileLayout layout_;
    int page_ = 0;
    std::optional<Index> query_;
    std::optional<Index> key_;
    QRectF part_;
};

} // namespace headscope::ui
