#include "ui/plot/cost_curves_plot.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <QEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include "ui/present/cost_text.h"
#include "ui/present/number_format.h"
#include "ui/theme/theme.h"

namespace headscope::ui {

namespace {

constexpr double markReach = 12.0; // how near the pointer must be to a point
constexpr double yBase = 16.0;     // ticks at 1 KiB, 16 KiB, 256 KiB, 4 MiB, ...

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
    : QWidget(parent)
    , plot_(new QCustomPlot(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(plot_);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    plot_->setFocusPolicy(Qt::NoFocus);
    plot_->setMouseTracking(true);
    plot_->installEventFilter(this);
    plot_->setNoAntialiasingOnDrag(true);
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->setSubTicks(false);
    }
    const QSharedPointer<QCPAxisTickerLog> bytes(new BytesTicker);
    bytes->setLogBase(yBase);
    plot_->yAxis->setTicker(bytes);
    for (int i = 0; i < 3; ++i) {
        plot_->addGraph();
    }
    QCPGraph* mark = plot_->addGraph();
    mark->setLineStyle(QCPGraph::lsNone);
    plot_->legend->setVisible(true);
    plot_->legend->removeItem(3); // the mark explains itself
    // Above the curves, not over them.
    plot_->plotLayout()->insertRow(0);
    plot_->plotLayout()->addElement(0, 0, plot_->legend);
    plot_->plotLayout()->setRowStretchFactor(0, 0.001);
    showColours();
}

QSize CostCurvesPlot::sizeHint() const {
    return {px(480), px(320)};
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
        plot_->graph(i)->setData(x, y, true);
        plot_->graph(i)->setPen(penOf(engine, dark, engine == present_));
        plot_->graph(i)->setName(engineName(engine, element_));
    }
    const bool marked = curves_.present.bytes > 0.0;
    plot_->graph(3)->setData(marked ? QVector<double>{curves_.present.x} : QVector<double>{},
                             marked ? QVector<double>{curves_.present.bytes} : QVector<double>{}, true);
    const QCPRange x = spanOf(curves_, false);
    const QCPRange y = spanOf(curves_, true);
    const QSharedPointer<QCPAxisTickerLog> counts(new CountTicker);
    const double span = x.upper / x.lower; // of the labels five or so have room
    counts->setLogBase(span > 1e6 ? 64.0 : span > 1000.0 ? 4.0 : 2.0);
    plot_->xAxis->setTicker(counts);
    plot_->xAxis->setRange(x.lower * 0.9, x.upper * 1.1);
    plot_->yAxis->setRange(y.lower * 0.6, y.upper * 2.0);
    plot_->xAxis->setLabel(axisName(curves_.axis));
    showBreakEvens();
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void CostCurvesPlot::showBreakEvens() {
    const ThemeColours& colours = themeColours(isDark(palette()));
    plot_->clearItems();
    for (const BreakEven& even : curves_.breakEvens) {
        auto* line = new QCPItemStraightLine(plot_); // owned by the plot
        line->point1->setCoords(even.seq_len, 1.0);
        line->point2->setCoords(even.seq_len, 2.0);
        line->setPen(QPen(colours.secondary, 1, Qt::DashLine));
        auto* label = new QCPItemText(plot_);
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

void CostCurvesPlot::showColours() {
    const ThemeColours& colours = themeColours(isDark(palette()));
    plot_->setBackground(QBrush(colours.window));
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
        axis->setBasePen(QPen(colours.line));
        axis->setTickPen(QPen(colours.line));
        axis->setTickLabelColor(colours.secondary);
        axis->setLabelColor(colours.text);
        axis->setTickLabelFont(font());
        axis->setLabelFont(font());
        axis->grid()->setPen(QPen(colours.line));
    }
    for (QCPAxis* axis : {plot_->xAxis2, plot_->yAxis2}) {
        axis->setVisible(false);
    }
    QColor ground = colours.window;
    ground.setAlphaF(0.85F);
    plot_->legend->setBrush(ground);
    plot_->legend->setBorderPen(Qt::NoPen);
    plot_->legend->setTextColor(colours.text);
    plot_->legend->setFont(font());
    plot_->legend->setIconSize(px(32), px(12));
    plot_->graph(3)->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(colours.text, 2), QBrush(colours.window), px(11)));
    showCurves();
}

QPointF CostCurvesPlot::pixelOf(const CurvePoint& point) const {
    return {plot_->xAxis->coordToPixel(point.x), plot_->yAxis->coordToPixel(point.bytes)};
}

QString CostCurvesPlot::readOut(const QPointF& place) const {
    double nearest = px(markReach);
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

bool CostCurvesPlot::eventFilter(QObject* watched, QEvent* event) {
    if (watched == plot_ && event->type() == QEvent::MouseMove) {
        const auto* move = static_cast<QMouseEvent*>(event);
        const QString text = readOut(move->position());
        if (text.isEmpty()) {
            QToolTip::hideText();
        } else {
            QToolTip::showText(move->globalPosition().toPoint(), text, this);
        }
    }
    if (watched == plot_ && event->type() == QEvent::Wheel) {
        event->ignore(); // there is nothing to zoom: it scrolls the tab
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void CostCurvesPlot::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
        event->type() == QEvent::LanguageChange) {
        showColours();
    }
}

} // namespace headscope::ui
