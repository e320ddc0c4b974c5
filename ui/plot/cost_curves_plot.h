#pragma once

#include "ui/plot/curves_plot.h"
#include "ui/present/cost_view.h"

namespace headscope::ui {

/// Peak bytes of the three engines on log-log axes, the break-even lengths as lines, the present question marked.
class CostCurvesPlot : public CurvesPlot {
    Q_OBJECT

public:
    explicit CostCurvesPlot(QWidget* parent = nullptr);

    void setCurves(const CostCurves& curves, CostEngine present, ElementType element);
    /// The nearest point of any engine to a place.
    QString readOut(const QPointF& place) const override;
    QPointF pixelOf(const CurvePoint& point) const;

    QSize minimumSizeHint() const override;

protected:
    void showLook() override;

private:
    void showCurves();
    void showBreakEvens();

    CostCurves curves_;
    CostEngine present_ = CostEngine::pytorch;
    ElementType element_ = ElementType::float32;
};

} // namespace headscope::ui
