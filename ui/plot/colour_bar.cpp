#include "ui/plot/colour_bar.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "ui/plot/text_line.h"
#include "ui/present/number_format.h"

namespace headscope::ui {

namespace {

constexpr double tickLength = 0.3; ///< em
constexpr double tickSpace = 0.65; ///< em, from the bar to the numbers

/// The smallest of 1, 2 and 5 times a power of ten that is at least `smallest`.
double roundStep(double smallest) {
    const double power = std::pow(10.0, std::floor(std::log10(smallest)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= smallest * (1 - 1e-9)) {
            return factor * power;
        }
    }
    return 10.0 * power;
}

int decimalsOf(double step) {
    return std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
}

QFont tickFont(const HeatmapStyle& style) {
    QFont font = style.font;
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(0.88 * style.em()))));
    return font;
}

} // namespace

QList<ColourTick> colourTicks(float rangeMax, double apart, bool exceeded) {
    QList<ColourTick> ticks{{0.0, QStringLiteral("0")}};
    if (!(rangeMax > 0.0F)) {
        return ticks;
    }
    const auto end = static_cast<double>(rangeMax);
    const double step = roundStep(end * std::max(apart, 1.0 / 6));
    for (int i = 1; i * step < end * (1 - apart); ++i) {
        ticks.append({i * step / end, QString::number(i * step, 'f', decimalsOf(step))});
    }
    ticks.append({1.0, (exceeded ? QStringLiteral("≥ ") : QString()) + rangeEndText(rangeMax)});
    return ticks;
}

QList<ColourTick> relativeTicks(bool exceeded) {
    return {{0.0, QStringLiteral("0")},
            {1.0, exceeded ? QCoreApplication::translate("Heatmap", "≥ top")
                           : QCoreApplication::translate("Heatmap", "largest")}};
}

double tickWidth(const QList<ColourTick>& ticks, const HeatmapStyle& style) {
    double width = 0.0;
    for (const ColourTick& tick : ticks) {
        width = std::max(width, textWidth(tick.text, tickFont(style)));
    }
    return tickSpace * style.em() + width;
}

double tickDistance(double height, const HeatmapStyle& style) {
    return std::min(0.5, 1.5 * style.em() / std::max(1.0, height));
}

void drawColourBar(QPainter& painter, const QRectF& bar, const QList<ColourTick>& ticks, const HeatmapStyle& style) {
    const auto& table = colourTable(style.map);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    // Entry i stands for (i - 0.5) / 255 .. (i + 0.5) / 255 of the range. Each band reaches to the bottom under the
    // bands painted after it, so that no hairline shows between them.
    for (int i = 255; i >= 0; --i) {
        const double top = bar.bottom() - bar.height() * std::min(1.0, (i + 0.5) / 255.0);
        painter.fillRect(QRectF(QPointF(bar.left(), top), bar.bottomRight()),
                         QColor::fromRgb(table[static_cast<std::size_t>(i)]));
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    const double em = style.em();
    for (const ColourTick& tick : ticks) {
        const double y = bar.bottom() - tick.part * bar.height();
        painter.setPen(QPen(style.muted, em / 12));
        painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + tickLength * em, y));
        drawText(painter, tick.text, tickFont(style), style.text, {bar.right() + tickSpace * em, y}, Anchor::left);
    }
    painter.restore();
}

} // namespace headscope::ui
