#include "ui/plot/stacked_bars.h"

#include <algorithm>

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/theme/theme.h"

namespace headscope::ui {

namespace {

constexpr double barHeight = 22.0;
constexpr double gapBelowLabel = 4.0;
constexpr double gapBelowBar = 12.0;
constexpr double separated = 4.0; // narrower segments run together
constexpr double faded = 0.35;

QColor colourOf(bool grows, const ThemeColours& colours) {
    return grows ? colours.growing : colours.constant;
}

} // namespace

Index StackedBar::bytes() const {
    Index sum = 0;
    for (const BarSegment& segment : segments) {
        sum += segment.bytes;
    }
    return sum;
}

StackedBars::StackedBars(QWidget* parent)
    : QWidget(parent) {
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StackedBars::setBars(std::vector<StackedBar> bars) {
    const bool sameCount = bars.size() == bars_.size();
    bars_ = std::move(bars);
    scale_ = 0;
    for (const StackedBar& bar : bars_) {
        scale_ = std::max(scale_, bar.bytes());
    }
    if (!sameCount) {
        updateGeometry();
    }
    update();
}

void StackedBars::setMarked(int term) {
    if (term != marked_) {
        marked_ = term;
        update();
    }
}

double StackedBars::rowHeight() const {
    return fontMetrics().height() + px(gapBelowLabel) + px(barHeight) + px(gapBelowBar);
}

QSize StackedBars::sizeHint() const {
    const double rows = std::max<double>(1.0, static_cast<double>(bars_.size()));
    return {px(240), qRound(rows * rowHeight()) - px(gapBelowBar)};
}

QSize StackedBars::minimumSizeHint() const {
    return {px(160), sizeHint().height()};
}

QRectF StackedBars::barRect(std::size_t bar) const {
    const double top = static_cast<double>(bar) * rowHeight() + fontMetrics().height() + px(gapBelowLabel);
    const double share = scale_ == 0 ? 0.0 : static_cast<double>(bars_[bar].bytes()) / static_cast<double>(scale_);
    return {0.0, top, width() * share, static_cast<double>(px(barHeight))};
}

QRectF StackedBars::segmentRect(std::size_t bar, std::size_t segment) const {
    const QRectF whole = barRect(bar);
    Index before = 0;
    for (std::size_t i = 0; i < segment; ++i) {
        before += bars_[bar].segments[i].bytes;
    }
    const double perByte = scale_ == 0 ? 0.0 : width() / static_cast<double>(scale_);
    return {whole.left() + static_cast<double>(before) * perByte, whole.top(),
            static_cast<double>(bars_[bar].segments[segment].bytes) * perByte, whole.height()};
}

const BarSegment* StackedBars::segmentAt(const QPointF& point) const {
    for (std::size_t bar = 0; bar < bars_.size(); ++bar) {
        if (!barRect(bar).contains(point)) {
            continue;
        }
        for (std::size_t i = 0; i < bars_[bar].segments.size(); ++i) {
            if (segmentRect(bar, i).contains(point)) {
                return &bars_[bar].segments[i];
            }
        }
    }
    return nullptr;
}

void StackedBars::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const ThemeColours& colours = themeColours(isDark(palette()));
    const int marked = hovered_ >= 0 ? hovered_ : marked_;
    QFont bold = font();
    bold.setBold(true);
    for (std::size_t b = 0; b < bars_.size(); ++b) {
        const StackedBar& bar = bars_[b];
        const QRectF whole = barRect(b);
        const QRectF line(0, static_cast<double>(b) * rowHeight(), width(), fontMetrics().height());
        painter.setFont(font());
        painter.setPen(colours.secondary);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, bar.label);
        painter.setFont(bold);
        painter.setPen(colours.text);
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, bar.value);
        painter.fillRect(QRectF(0, whole.top(), width(), whole.height()), colours.hover); // the common scale
        const bool someMarked =
            std::ranges::any_of(bar.segments, [&](const BarSegment& s) { return s.term == marked; });
        for (std::size_t i = 0; i < bar.segments.size(); ++i) {
            const BarSegment& segment = bar.segments[i];
            QRectF rect = segmentRect(b, i);
            if (rect.width() > px(separated) && i + 1 < bar.segments.size()) {
                rect.adjust(0, 0, -1, 0);
            }
            QColor colour = colourOf(segment.grows, colours);
            if (someMarked && marked >= 0 && segment.term != marked) {
                colour.setAlphaF(static_cast<float>(faded));
            }
            painter.fillRect(rect, colour);
        }
    }
}

bool StackedBars::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const BarSegment* segment = segmentAt(help->pos())) {
        QToolTip::showText(help->globalPos(), segment->toolTip, this);
        return true;
    }
    const auto bar = static_cast<std::size_t>(std::max(0.0, help->pos().y() / rowHeight()));
    if (bar < bars_.size() && !bars_[bar].toolTip.isEmpty()) {
        QToolTip::showText(help->globalPos(), bars_[bar].toolTip, this);
    } else {
        QToolTip::hideText();
    }
    return true;
}

void StackedBars::hover(int term) {
    if (term != hovered_) {
        hovered_ = term;
        update();
        emit segmentHovered(term);
    }
}

void StackedBars::mouseMoveEvent(QMouseEvent* event) {
    const BarSegment* segment = segmentAt(event->position());
    hover(segment == nullptr ? -1 : segment->term);
}

void StackedBars::leaveEvent(QEvent* /*event*/) {
    hover(-1);
}

QPixmap legendSquare(bool grows, bool dark, int size) {
    QPixmap pixmap(size, size);
    pixmap.fill(colourOf(grows, themeColours(dark)));
    return pixmap;
}

} // namespace headscope::ui
