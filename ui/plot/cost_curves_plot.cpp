#include "ui/plot/cost_curves_plot.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <qcustomplot.h>

#include "ui/present/cost_text.h"
#include "ui/present/number_format.h"
#include "ui/theme/theme.h"

namespace headscope::ui {

namespace {

constexpr double yBase = 16.0; // ticks at 1 KiB, 16 KiB, 256 KiB, 4 MiB, ...

/// Told apart by dash as well as by colour.
QPen penOf(CostEngine engine, bool dark, bool present) {
    const double width = px(present ? 3 : 2);
    switch (engine) {
    case CostEngine::pytorch: return QPen(dark ? QColor(0x79aefc) : QColor(0x2563c9), width);
    case CostEngine::materialised: return QPen(dark ? QColor(0xd7a6ff) : QColor(0x8036b8), width, Qt::DashLine);
    case CostEngine::blocked: return QPen(dark ? QColor(0x5fd3a8) : QColor(0x0e7f5a), width, Qt::DotLine);
    }
    return {};
}

class BytesTicker : public QCPAxisTickerLog {
protected:
    QString getTickLabel(double tick, const QLocale& /*locale*/, QChar /*format*/, int /*precision*/) override {
        return tick < 1.0 || tick >= 9e18 ? QString() : bytesText(static_cast<Index>(std::llround(tick)));
    }
};

class CountTicker : public QCPAxisTickerLog {
protected:
    QString getTickLabel(double tick, const QLocale& /*locale*/, QChar /*format*/, int /*precision*/) override {
        return tick < 1.0 ? QString() : countText(static_cast<Index>(std::llround(tick)));
    }
};

QString axisName(CostAxis axis) {
    switch (axis) {
    case CostAxis::n_heads: return QStringLiteral("h");
    case CostAxis::seq_len: return QStringLiteral("n");
    case CostAxis::batch: return QStringLiteral("batch");
    }
    return {};
}

QCPRange spanOf(const CostCurves& curves, bool ofBytes) {
    double lower = std::numeric_limits<double>::max();
    double upper = 0.0;
    for (const CostCurve& curve : curves.curves) {
        for (const CurvePoint& point : curve.points) {
            lower = std::min(lower, ofBytes ? point.bytes : point.x);
            upper = std::max(upper, ofBytes ? point.bytes : point.x);
        }
    }
    return upper == 0.0 ? QCPRange(1.0, 2.0) : QCPRange(lower, std::max(upper, lower * 2));
}

} // namespace

CostCurvesPlot::CostCurvesPlot(QWidget* parent)
    : CurvesPlot(parent) {
    for (QCPAxis* axis : {plot().xAxis, plot().yAxis}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->setSubTicks(false);
    }
    const QSharedPointer<QCPAxisTickerLog> bytes(new BytesTicker);
    bytes->setLogBase(yBase);
    plot().yAxis->setTicker(bytes);
    for (int i = 0; i < 3; ++i) {
        plot().addGraph();
    }
    QCPGraph* mark = plot().addGraph();
    mark->setLineStyle(QCPGraph::lsNone);
    mark->removeFromLegend(); // it explains itself
    CostCurvesPlot::showLook();
}

QSize CostCurvesPlot::minimumSizeHint() const {
    return {px(280), px(260)};
}

void CostCurvesPlot::setCurves(const CostCurves& curves, CostEngine present, ElementType element) {
    curves_ = curves;
    present_ = present;
    element_ = element;
    showCurves();
}

void CostCurvesPlot::showCurves() {
    const bool dark = isDark(palette());
    for (int i = 0; i < 3; ++i) {
        QVector<double> x;
        QVector<double> y;
        const CostEngine engine = static_cast<CostEngine>(i);
        const auto curve = std::ranges::find(curves_.curves, engine, &CostCurve::engine);
        if (curve != curves_.curves.end()) {
            for (const CurvePoint& point : curve->points) {
                x.append(point.x);
                y.append(point.bytes);
            }
        }
        plot().graph(i)->setData(x, y, true);
        plot().graph(i)->setPen(penOf(engine, dark, engine == present_));
        plot().graph(i)->setName(engineName(engine, element_));
    }
    const bool marked = curves_.present.bytes > 0.0;
    plot().graph(3)->setData(marked ? QVector<double>{curves_.present.x} : QVector<double>{},
                             marked ? QVector<double>{curves_.present.bytes} : QVector<double>{}, true);
    const QCPRange x = spanOf(curves_, false);
    const QCPRange y = spanOf(curves_, true);
    const QSharedPointer<QCPAxisTickerLog> counts(new CountTicker);
    const double span = x.upper / x.lower; // of the labels five or so have room
    counts->setLogBase(span > 1e6 ? 64.0 : span > 1000.0 ? 4.0 : 2.0);
    plot().xAxis->setTicker(counts);
    plot().xAxis->setRange(x.lower * 0.9, x.upper * 1.1);
    plot().yAxis->setRange(y.lower * 0.6, y.upper * 2.0);
    plot().xAxis->setLabel(axisName(curves_.axis));
    showBreakEvens();
    plot().replot(QCustomPlot::rpQueuedReplot);
}

void CostCurvesPlot::showBreakEvens() {
    const ThemeColours& colours = themeColours(isDark(palette()));
    plot().clearItems();
    for (const BreakEven& even : curves_.breakEvens) {
        auto* line = new QCPItemStraightLine(&plot()); // owned by the plot
        line->point1->setCoords(even.seq_len, 1.0);
        line->point2->setCoords(even.seq_len, 2.0);
        line->setPen(QPen(colours.secondary, 1, Qt::DashLine));
        auto* label = new QCPItemText(&plot());
        label->position->setTypeX(QCPItemPosition::ptPlotCoords);
        label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        label->position->setCoords(even.seq_len, 0.97);
        label->setRotation(-90);
        label->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        label->setPadding(QMargins(0, px(2), 0, 0));
        label->setText(QString::fromUtf8(even.formula) + QStringLiteral(" = ") + QString::number(even.seq_len, 'g', 6));
        label->setFont(font());
        label->setColor(colours.secondary);
    }
}

void CostCurvesPlot::showLook() {
    CurvesPlot::showLook();
    const ThemeColours& colours = themeColours(isDark(palette()));
    plot().graph(3)->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(colours.text, 2), QBrush(colours.window), px(11)));
    showCurves();
}

QPointF CostCurvesPlot::pixelOf(const CurvePoint& point) const {
    return {plot().xAxis->coordToPixel(point.x), plot().yAxis->coordToPixel(point.bytes)};
}

QString CostCurvesPlot::readOut(const QPointF& place) const {
    double nearest = px(mark_reach);
    QString text;
    const auto look = [&](CostEngine engine, const CurvePoint& point) {
        const QPointF distance = pixelOf(point) - place;
        const double length = std::hypot(distance.x(), distance.y());
        if (length < nearest) {
            nearest = length;
            text = QStringLiteral("%1\n%2 = %3: %4")
                       .arg(engineName(engine, element_), axisName(curves_.axis),
                            countText(static_cast<Index>(point.x)), exactBytesText(static_cast<Index>(point.bytes)));
        }
    };
    for (const CostCurve& curve : curves_.curves) {
        for (const CurvePoint& point : curve.points) {
            look(curve.engine, point);
        }
    }
    return text;
}

} // namespace headscope::ui
