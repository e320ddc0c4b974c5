#pragma once

#include <memory>
#include <optional>

#include <QWidget>

#include "ui/plot/thumbnail_drawing.h"
#include "ui/session/race_runner.h"

namespace headscope::ui {

/// What every head of every contestant looks at in one held-out example: a row for each number of heads (and layer),
/// a small heatmap for each head.
class RaceMaps : public QWidget {
    Q_OBJECT

public:
    explicit RaceMaps(QWidget* parent = nullptr);

    void setState(std::shared_ptr<const RaceState> state);
    /// Where a head is drawn.
    QRectF tileRect(std::size_t lane, Index layer, Index head) const;
    /// "4 heads, head 2: \"k3 k7?\" looks at \"k3 v5\": 0.9412", or nothing.
    QString readOut(const QPointF& place) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Row {
        std::size_t lane = 0;
        Index layer = 0;
        std::vector<Thumbnail> heads;
    };
    /// The tiles of a row: in so many lines as make them largest.
    struct Tiles {
        Index columns = 1;
        double side = 1.0;
    };
    Tiles tilesOf(const Row& row) const;
    double labelWidth() const;
    double rowHeight() const;
    QRectF tileRect(std::size_t row, Index head) const;
    void drawRow(QPainter& painter, std::size_t row) const;
    QString rowLabel(const Row& row) const;

    std::shared_ptr<const RaceState> state_;
    std::vector<Row> rows_;
};

} // namespace headscope::ui
