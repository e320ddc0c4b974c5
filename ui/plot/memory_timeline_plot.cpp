#include "ui/plot/memory_timeline_plot.h"

#include <algorithm>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/plot/text_line.h"
#include "ui/present/cost_text.h"
#include "ui/present/cost_view.h"
#include "ui/present/number_format.h"
#include "ui/theme/theme.h"

namespace headscope::ui {

namespace {

constexpr double headroom = 1.14; // above the largest, for the peak's label
constexpr int mostTicks = 5;
constexpr double statementAngle = -45.0;

QFont smaller(const QFont& font) {
    QFont small = font;
    small.setPointSizeF(font.pointSizeF() * 0.9);
    return small;
}

} // namespace

Index bytesStep(Index largest, int most) {
    Index step = 1;
    while (largest / step > most) {
        step *= 2;
    }
    return step;
}

MemoryTimelinePlot::MemoryTimelinePlot(QWidget* parent)
    : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

QSize MemoryTimelinePlot::sizeHint() const {
    return {px(480), px(260)};
}

QSize MemoryTimelinePlot::minimumSizeHint() const {
    return {px(280), px(220)};
}

void MemoryTimelinePlot::setCost(std::shared_ptr<const MemoryCost> cost, Keep keep) {
    cost_ = std::move(cost);
    steps_.clear();
    positions_.clear();
    top_ = 0;
    if (cost_ != nullptr) {
        positions_ = eventPositions(*cost_);
        Step now;
        for (const MemoryEvent& event : cost_->events) {
            const MemoryTerm& term = cost_->terms[static_cast<std::size_t>(event.term)];
            (term.shape.heads_power(keep) > 0 ? now.growing : now.constant) += event.bytes;
            steps_.push_back(now);
            top_ = std::max(top_, now.total());
        }
    }
    if (current_ >= static_cast<int>(steps_.size())) {
        point(-1);
    }
    update();
}

void MemoryTimelinePlot::setMarked(int term) {
    if (term != marked_) {
        marked_ = term;
        update();
    }
}

QRectF MemoryTimelinePlot::plotRect() const {
    const QFontMetricsF metrics(smaller(font()));
    const double left = metrics.horizontalAdvance(QStringLiteral("888.8 MiB")) + px(8);
    const double below = metrics.horizontalAdvance(QStringLiteral("ret_forward")) * 0.71 + metrics.height() / 2 + px(4);
    return QRectF(rect()).adjusted(left, metrics.height() + px(2), -px(8), -below);
}

double MemoryTimelinePlot::x(int event) const {
    const QRectF plot = plotRect();
    return plot.left() + plot.width() * positions_[static_cast<std::size_t>(event)];
}

int MemoryTimelinePlot::eventAt(double x) const {
    const QRectF plot = plotRect();
    if (steps_.empty() || x < plot.left() || x >= plot.right()) {
        return -1;
    }
    const auto next = std::ranges::upper_bound(positions_, (x - plot.left()) / plot.width());
    return std::min(static_cast<int>(next - positions_.begin()) - 1, static_cast<int>(steps_.size()) - 1);
}

double MemoryTimelinePlot::y(double bytes) const {
    const QRectF plot = plotRect();
    return plot.bottom() - plot.height() * bytes / (headroom * std::max<double>(1.0, static_cast<double>(top_)));
}

QRectF MemoryTimelinePlot::eventRect(int event) const {
    const double top = y(static_cast<double>(steps_[static_cast<std::size_t>(event)].total()));
    return {x(event), top, x(event + 1) - x(event), plotRect().bottom() - top};
}

void MemoryTimelinePlot::paintEvent(QPaintEvent* /*event*/) {
    if (cost_ == nullptr || steps_.empty()) {
        return;
    }
    QPainter painter(this);
    drawPhases(painter);
    drawScale(painter);
    drawSteps(painter);
    drawPeak(painter);
    drawStatements(painter);
    drawMarks(painter);
}

void MemoryTimelinePlot::drawPhases(QPainter& painter) const {
    const ThemeColours& colours = themeColours(isDark(palette()));
    const QRectF plot = plotRect();
    const int events = static_cast<int>(cost_->events.size());
    const auto phaseAt = [&](int event) { return cost_->events[static_cast<std::size_t>(event)].phase; };
    bool shaded = false;
    for (int begin = 0; begin < events;) {
        int end = begin;
        while (end < events && phaseAt(end) == phaseAt(begin)) {
            ++end;
        }
        if (shaded) {
            painter.fillRect(QRectF(x(begin), plot.top(), x(end) - x(begin), plot.height()), colours.hover);
        }
        const QString name = painter.fontMetrics().elidedText(phaseName(phaseAt(begin)), Qt::ElideRight,
                                                              static_cast<int>(x(end) - x(begin)) - px(4));
        drawText(painter, name, smaller(font()), colours.secondary,
                 QPointF(x(begin) + px(4), plot.top() - QFontMetricsF(smaller(font())).height() / 2), Anchor::left);
        shaded = !shaded;
        begin = end;
    }
}

void MemoryTimelinePlot::drawScale(QPainter& painter) const {
    const ThemeColours& colours = themeColours(isDark(palette()));
    const QRectF plot = plotRect();
    const Index step = bytesStep(top_, mostTicks);
    for (Index bytes = 0; bytes <= top_; bytes += step) {
        const double at = y(static_cast<double>(bytes));
        painter.fillRect(QRectF(plot.left(), qRound(at), plot.width(), 1), colours.line);
        drawText(painter, bytes == 0 ? QStringLiteral("0") : bytesText(bytes), smaller(font()), colours.secondary,
                 QPointF(plot.left() - px(6), at), Anchor::right);
    }
}

void MemoryTimelinePlot::drawSteps(QPainter& painter) const {
    const ThemeColours& colours = themeColours(isDark(palette()));
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int event = 0; event < static_cast<int>(steps_.size()); ++event) {
        const Step& step = steps_[static_cast<std::size_t>(event)];
        // Whole pixels, so that neighbours touch without a seam.
        const double left = qRound(x(event));
        const double right = qRound(x(event + 1));
        const double bottom = qRound(y(0));
        const double middle = qRound(y(static_cast<double>(step.constant)));
        const double top = qRound(y(static_cast<double>(step.total())));
        painter.fillRect(QRectF(left, middle, right - left, bottom - middle), colours.constant);
        painter.fillRect(QRectF(left, top, right - left, middle - top), colours.growing);
    }
}

void MemoryTimelinePlot::drawPeak(QPainter& painter) const {
    if (cost_->peak_event < 0) {
        return;
    }
    const ThemeColours& colours = themeColours(isDark(palette()));
    const QRectF plot = plotRect();
    const double at = y(static_cast<double>(cost_->peak_bytes));
    painter.setPen(QPen(colours.text, 1, Qt::DashLine));
    painter.drawLine(QPointF(plot.left(), qRound(at)), QPointF(plot.right(), qRound(at)));
    const QRectF step = eventRect(cost_->peak_event);
    const QString label = bytesText(cost_->peak_bytes);
    QFont bold = smaller(font());
    bold.setBold(true);
    const double half = textWidth(label, bold) / 2;
    const double centre =
        std::clamp(step.center().x(), plot.left() + half, std::max(plot.left() + half, plot.right() - half));
    drawText(painter, label, bold, colours.text, QPointF(centre, at - QFontMetricsF(bold).height() / 2 - 1),
             Anchor::centre);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(colours.text);
    painter.setPen(Qt::NoPen);
    painter.drawEllipse(QPointF(step.center().x(), at), px(3), px(3));
    painter.setRenderHint(QPainter::Antialiasing, false);
    drawStepPeak(painter);
}

// The optimizer step is no part of the peak of forward and backward, and may be above it.
void MemoryTimelinePlot::drawStepPeak(QPainter& painter) const {
    if (cost_->step_peak_bytes == 0) {
        return;
    }
    const ThemeColours& colours = themeColours(isDark(palette()));
    const double at = y(static_cast<double>(cost_->step_peak_bytes));
    drawText(painter, bytesText(cost_->step_peak_bytes), smaller(font()), colours.secondary,
             QPointF(plotRect().right(), at - QFontMetricsF(smaller(font())).height() / 2 - 1), Anchor::right);
}

void MemoryTimelinePlot::drawStatements(QPainter& painter) const {
    const ThemeColours& colours = themeColours(isDark(palette()));
    const QFont font = smaller(this->font());
    const double apart = QFontMetricsF(font).height() * 1.15; // between slanted lines
    const double top = plotRect().bottom() + px(6);
    const int events = static_cast<int>(cost_->events.size());
    const auto statementAt = [&](int event) { return cost_->events[static_cast<std::size_t>(event)].statement; };
    double last = -apart;
    for (int begin = 0; begin < events;) {
        int end = begin;
        while (end < events && statementAt(end) == statementAt(begin)) {
            ++end;
        }
        painter.fillRect(QRectF(qRound(x(begin)), plotRect().bottom(), 1, px(4)), colours.secondary);
        const double middle = (x(begin) + x(end)) / 2;
        if (middle - last >= apart) {
            last = middle;
            const std::string_view name = statementAt(begin);
            drawText(painter, QString::fromUtf8(name), font, colours.secondary, QPointF(middle + px(2), top),
                     Anchor::right, statementAngle);
        }
        begin = end;
    }
}

void MemoryTimelinePlot::drawMarks(QPainter& painter) const {
    const ThemeColours& colours = themeColours(isDark(palette()));
    const QRectF plot = plotRect();
    if (marked_ >= 0 && marked_ < static_cast<int>(cost_->terms.size())) {
        const MemoryTerm& term = cost_->terms[static_cast<std::size_t>(marked_)];
        const int end = term.died < 0 ? static_cast<int>(steps_.size()) : term.died;
        painter.setPen(QPen(colours.accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(x(term.born), plot.top() + 1, std::max(2.0, x(end) - x(term.born)), plot.height() - 2));
    }
    if (current_ >= 0) {
        const QRectF step = eventRect(current_);
        painter.setPen(QPen(colours.accent, 2));
        painter.drawLine(QPointF(step.left(), step.top()), QPointF(step.right(), step.top()));
        painter.drawLine(QPointF(step.center().x(), plot.top()), QPointF(step.center().x(), plot.bottom()));
    }
    if (hasFocus()) {
        painter.setPen(QPen(colours.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void MemoryTimelinePlot::point(int event) {
    if (event != current_) {
        current_ = event;
        update();
        emit eventPointed(event);
    }
}

void MemoryTimelinePlot::mouseMoveEvent(QMouseEvent* event) {
    const int index = eventAt(event->position().x());
    point(index);
    if (index >= 0) {
        QToolTip::showText(event->globalPosition().toPoint(), eventText(*cost_, index), this);
    } else {
        QToolTip::hideText();
    }
}

void MemoryTimelinePlot::leaveEvent(QEvent* /*event*/) {
    point(-1);
}

void MemoryTimelinePlot::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(steps_.size()) - 1;
    const int from = current_ >= 0 ? current_ : cost_ != nullptr ? cost_->peak_event : -1;
    switch (last < 0 ? 0 : event->key()) {
    case Qt::Key_Left: point(current_ < 0 ? from : std::max(0, from - 1)); break;
    case Qt::Key_Right: point(current_ < 0 ? from : std::min(last, from + 1)); break;
    case Qt::Key_Home: point(0); break;
    case Qt::Key_End: point(last); break;
    case Qt::Key_Escape: point(-1); break;
    default: QWidget::keyPressEvent(event);
    }
}

void MemoryTimelinePlot::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void MemoryTimelinePlot::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    point(-1);
    update();
}

} // namespace headscope::ui
