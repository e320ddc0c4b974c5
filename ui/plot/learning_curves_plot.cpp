#include "ui/plot/learning_curves_plot.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <qcustomplot.h>

#include "ui/present/number_format.h"
#include "ui/theme/theme.h"

namespace headscope::ui {

namespace {

class PercentTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale& /*locale*/, QChar /*format*/, int /*precision*/) override {
        return QStringLiteral("%1 %").arg(std::lround(tick * 100));
    }
};

double largestLoss(const RaceResult& race) {
    double largest = 0.0;
    for (const RaceLane& lane : race.lanes) {
        for (const RaceRun& run : lane.runs) {
            for (const RacePoint& point : run.curve) {
                largest = std::max(largest, point.loss);
            }
        }
    }
    return largest > 0.0 ? largest : 1.0;
}

} // namespace

// Safe for colour-blind people (after Okabe and Ito 2008), and told apart by dash as well.
QPen lanePen(std::size_t lane, bool dark, double width) {
    static constexpr std::array<std::pair<QRgb, QRgb>, 7> colours{{{0xd55e00, 0xff8a3d},
                                                                   {0x0072b2, 0x5ab4ee},
                                                                   {0x007f5c, 0x2fcf9f},
                                                                   {0xa8437f, 0xe592c1},
                                                                   {0x8a6d00, 0xf0d24a},
                                                                   {0x56606b, 0xa7b4c2},
                                                                   {0x5b3cc4, 0xb3a1ff}}};
    static constexpr std::array dashes{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine};
    const auto& [light, onDark] = colours[lane % colours.size()];
    return {QColor::fromRgb(dark ? onDark : light), width, dashes[lane % dashes.size()]};
}

LearningCurvesPlot::LearningCurvesPlot(QWidget* parent)
    : CurvesPlot(parent)
    , floor_(new QCPItemStraightLine(&plot())) // both owned by the plot
    , floorLabel_(new QCPItemText(&plot())) {
    plot().legend->setFillOrder(QCPLegend::foColumnsFirst);
    floorLabel_->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    floorLabel_->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
    LearningCurvesPlot::showLook();
}

QSize LearningCurvesPlot::minimumSizeHint() const {
    return {px(260), px(180)};
}

void LearningCurvesPlot::setRace(const RaceResult& race, Index steps) {
    race_ = race;
    steps_ = std::max<Index>(1, steps);
    showCurves();
}

void LearningCurvesPlot::setQuantity(LearningQuantity quantity) {
    quantity_ = quantity;
    showCurves();
}

double LearningCurvesPlot::valueOf(const RacePoint& point) const {
    return quantity_ == LearningQuantity::accuracy ? point.accuracy : point.loss;
}

void LearningCurvesPlot::showCurves() {
    const bool dark = isDark(palette());
    const bool accuracy = quantity_ == LearningQuantity::accuracy;
    plot().clearGraphs();
    for (std::size_t lane = 0; lane < race_.lanes.size(); ++lane) {
        const std::vector<RaceRun>& runs = race_.lanes[lane].runs;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            QCPGraph* const graph = plot().addGraph();
            for (const RacePoint& point : runs[i].curve) {
                graph->addData(static_cast<double>(point.step), valueOf(point));
            }
            graph->setPen(lanePen(lane, dark, i == 0 ? px(2) : 1.0));
            graph->setName(QStringLiteral("h = %1").arg(race_.lanes[lane].heads));
            if (i > 0) {
                graph->removeFromLegend();
            }
        }
    }
    plot().xAxis->setRange(0.0, static_cast<double>(steps_));
    plot().yAxis->setRange(0.0, accuracy ? 1.03 : 1.05 * largestLoss(race_));
    plot().yAxis->setTicker(accuracy ? QSharedPointer<QCPAxisTicker>(new PercentTicker)
                                     : QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
    plot().xAxis->setLabel(tr("step"));
    plot().yAxis->setLabel(accuracy ? tr("answers right, held out") : tr("loss in nats, held out"));
    showFloor();
    plot().replot(QCustomPlot::rpQueuedReplot);
}

void LearningCurvesPlot::showFloor() {
    const ThemeColours& colours = themeColours(isDark(palette()));
    const bool shown = quantity_ == LearningQuantity::loss && race_.loss_floor.has_value();
    floor_->setVisible(shown);
    floorLabel_->setVisible(shown);
    if (!shown) {
        return;
    }
    floor_->point1->setCoords(0.0, *race_.loss_floor);
    floor_->point2->setCoords(1.0, *race_.loss_floor);
    floor_->setPen(QPen(colours.secondary, 1, Qt::DashLine));
    floorLabel_->position->setTypeY(QCPItemPosition::ptPlotCoords);
    floorLabel_->position->setCoords(0.99, *race_.loss_floor);
    floorLabel_->setText(tr("best possible: %1 nats").arg(*race_.loss_floor, 0, 'f', 3));
    floorLabel_->setFont(font());
    floorLabel_->setColor(colours.secondary);
}

void LearningCurvesPlot::showLook() {
    CurvesPlot::showLook();
    showCurves();
}

QPointF LearningCurvesPlot::pixelOf(const RacePoint& point) const {
    return {plot().xAxis->coordToPixel(static_cast<double>(point.step)), plot().yAxis->coordToPixel(valueOf(point))};
}

QString LearningCurvesPlot::readOut(const QPointF& place) const {
    double nearest = px(mark_reach);
    QString text;
    for (const RaceLane& lane : race_.lanes) {
        for (const RaceRun& run : lane.runs) {
            for (const RacePoint& point : run.curve) {
                const QPointF distance = pixelOf(point) - place;
                if (const double length = std::hypot(distance.x(), distance.y()); length < nearest) {
                    nearest = length;
                    text = tr("h = %1, seed %2, step %3\nright: %4 %, loss: %5 nats")
                               .arg(lane.heads)
                               .arg(run.seed)
                               .arg(countText(point.step))
                               .arg(point.accuracy * 100, 0, 'f', 1)
                               .arg(point.loss, 0, 'f', 4);
                }
            }
        }
    }
    return text;
}

} // namespace headscope::ui
