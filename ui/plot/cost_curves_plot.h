#pragma once

#include <QWidget>

#include "ui/present/cost_view.h"

class QCPItemText;
class QCustomPlot;

namespace headscope::ui {

/// Peak bytes of the three engines on log-log axes, the break-even lengths as lines, the present question marked.
class CostCurvesPlot : public QWidget {
    Q_OBJECT

public:
    explicit CostCurvesPlot(QWidget* parent = nullptr);

    void setCurves(const CostCurves& curves, CostEngine present, ElementType element);
    /// Of the shown curves, for tests: nearest point of any engine to a place.
    QString readOut(const QPointF& place) const;
    QPointF pixelOf(const CurvePoint& point) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showCurves();
    void showBreakEvens();
    void showColours();

    QCustomPlot* plot_;
    CostCurves curves_;
    CostEngine present_ = CostEngine::pytorch;
    ElementType element_ = ElementType::float32;
};

} // namespace headscope::ui
