#pragma once

#include <QPen>

#include "core/train/race.h"
#include "ui/plot/curves_plot.h"

class QCPItemStraightLine;
class QCPItemText;

namespace headscope::ui {

enum class LearningQuantity { accuracy, loss };

/// What a number of heads is drawn in, here and wherever it is named beside the curves; `lane` counts from 0.
QPen lanePen(std::size_t lane, bool dark, double width);

/// How a race goes: a line a run, those of one number of heads alike; the first seed's is the strong one.
class LearningCurvesPlot : public CurvesPlot {
    Q_OBJECT

public:
    explicit LearningCurvesPlot(QWidget* parent = nullptr);

    /// `steps`: of a whole run, the end of the axis.
    void setRace(const RaceResult& race, Index steps);
    void setQuantity(LearningQuantity quantity);
    /// The nearest point of any run to a place.
    QString readOut(const QPointF& place) const override;
    QPointF pixelOf(const RacePoint& point) const;

    QSize minimumSizeHint() const override;

protected:
    void showLook() override;

private:
    double valueOf(const RacePoint& point) const;
    void showCurves();
    void showFloor();

    QCPItemStraightLine* floor_;
    QCPItemText* floorLabel_;
    RaceResult race_;
    Index steps_ = 1;
    LearningQuantity quantity_ = LearningQuantity::accuracy;
};

} // namespace headscope::ui
