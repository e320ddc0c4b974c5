#pragma once

#include <vector>

#include <QWidget>

#include "core/base/tensor.h"

namespace headscope::ui {

/// What a bar is made of, left to right.
struct BarSegment {
    Index bytes = 0;
    bool grows = false; ///< with the heads
    int term = -1;      ///< what is marked together with it elsewhere
    QString toolTip;
};

struct StackedBar {
    QString label; ///< above it, left
    QString value; ///< above it, right
    QString toolTip;
    std::vector<BarSegment> segments;

    Index bytes() const;
};

/// Bars on one scale, so that their lengths compare: grey what the number of heads leaves alone, orange what grows.
class StackedBars : public QWidget {
    Q_OBJECT

public:
    explicit StackedBars(QWidget* parent = nullptr);

    void setBars(std::vector<StackedBar> bars);
    const std::vector<StackedBar>& bars() const { return bars_; }
    /// The segments of this term stand out, of the others the colour fades; -1: none.
    void setMarked(int term);
    /// Where a segment is drawn.
    QRectF segmentRect(std::size_t bar, std::size_t segment) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void segmentHovered(int term); ///< -1: none

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QRectF barRect(std::size_t bar) const;
    double rowHeight() const;
    const BarSegment* segmentAt(const QPointF& point) const;
    void hover(int term);

    std::vector<StackedBar> bars_;
    Index scale_ = 0; ///< bytes of the full width
    int marked_ = -1;
    int hovered_ = -1;
};

/// A square of the colour beside its meaning, for legends.
QPixmap legendSquare(bool grows, bool dark, int size);

} // namespace headscope::ui
