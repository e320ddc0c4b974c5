#include "ui/plot/curves_plot.h"

#include <QEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include "ui/theme/theme.h"

namespace headscope::ui {

CurvesPlot::CurvesPlot(QWidget* parent)
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
    for (QCPAxis* axis : {plot_->xAxis2, plot_->yAxis2}) {
        axis->setVisible(false);
    }
    plot_->legend->setVisible(true);
    // Above the curves, not over them.
    plot_->plotLayout()->insertRow(0);
    plot_->plotLayout()->addElement(0, 0, plot_->legend);
    plot_->plotLayout()->setRowStretchFactor(0, 0.001);
}

QSize CurvesPlot::sizeHint() const {
    return {px(480), px(320)};
}

void CurvesPlot::showLook() {
    const ThemeColours& colours = themeColours(isDark(palette()));
    plot_->setBackground(QBrush(colours.window));
    for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) {
        axis->setBasePen(QPen(colours.line));
        axis->setTickPen(QPen(colours.line));
        axis->setSubTickPen(QPen(colours.line));
        axis->setTickLabelColor(colours.secondary);
        axis->setLabelColor(colours.text);
        axis->setTickLabelFont(font());
        axis->setLabelFont(font());
        axis->grid()->setPen(QPen(colours.line));
    }
    QColor ground = colours.window;
    ground.setAlphaF(0.85F);
    plot_->legend->setBrush(ground);
    plot_->legend->setBorderPen(Qt::NoPen);
    plot_->legend->setTextColor(colours.text);
    plot_->legend->setFont(font());
    plot_->legend->setIconSize(px(32), px(12));
}

bool CurvesPlot::eventFilter(QObject* watched, QEvent* event) {
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

void CurvesPlot::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
        event->type() == QEvent::LanguageChange) {
        showLook();
    }
}

} // namespace headscope::ui
