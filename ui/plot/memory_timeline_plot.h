#pragma once

#include <memory>

#include <QWidget>

#include "core/cost/memory_cost.h"

namespace headscope::ui {

/// Live bytes after every allocation and release, as steps: grey what the heads leave alone, orange what grows with
/// them. Phases are shaded, the peak is marked, statements stand below. Left and Right walk from event to event.
class MemoryTimelinePlot : public QWidget {
    Q_OBJECT

public:
    explicit MemoryTimelinePlot(QWidget* parent = nullptr);

    /// Null: nothing to show. The cost is shared with whoever made it.
    void setCost(std::shared_ptr<const MemoryCost> cost, Keep keep);
    /// The life of a term; -1: none.
    void setMarked(int term);
    /// Event at the pointer or chosen by key; -1: none, the peak is told.
    int currentEvent() const { return current_; }
    /// Where an event's step is drawn.
    QRectF eventRect(int event) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void eventPointed(int event); ///< -1: none

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    struct Step {
        Index constant = 0;
        Index growing = 0;
        Index total() const { return constant + growing; }
    };
    QRectF plotRect() const;
    double x(int event) const; ///< where it begins
    int eventAt(double x) const;
    double y(double bytes) const;
    void point(int event);
    void drawPhases(QPainter& painter) const;
    void drawScale(QPainter& painter) const;
    void drawSteps(QPainter& painter) const;
    void drawPeak(QPainter& painter) const;
    void drawStepPeak(QPainter& painter) const;
    void drawStatements(QPainter& painter) const;
    void drawMarks(QPainter& painter) const;

    std::shared_ptr<const MemoryCost> cost_;
    std::vector<Step> steps_;       ///< after each event
    std::vector<double> positions_; ///< of each event, from 0 to 1, and the end
    Index top_ = 0;                 ///< largest of all phases
    int marked_ = -1;
    int current_ = -1;
};

/// Round steps of an axis in bytes: a power of two, at most `most` of them up to `largest`.
Index bytesStep(Index largest, int most);

} // namespace headscope::ui
