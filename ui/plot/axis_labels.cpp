#include "ui/plot/axis_labels.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <QFontMetricsF>
#include <QSet>

#include "core/base/contract.h"
#include "ui/plot/text_line.h"

namespace headscope::ui {

namespace {

/// Distance of two lines of labels, in parts of the font's size.
constexpr double linePitch = 1.15;
constexpr double diagonal = std::numbers::sqrt2 / 2;

/// The smallest power of two at which labels of that pitch do not touch.
Index strideFor(double pitch, double cell) {
    HEADSCOPE_EXPECTS(cell > 0.0);
    Index stride = 1;
    while (static_cast<double>(stride) * cell < pitch) {
        stride *= 2;
    }
    return stride;
}

/// As large as cells of that size allow, or full size where labels have to be left out anyway; and how long the longest
/// label is then.
LabelPlan fitted(const AxisLabels& labels, const QFont& font, double smallest, double cell, double limit) {
    const double size = font.pixelSize();
    const double fitting = std::floor(cell / linePitch);
    LabelPlan plan;
    plan.font = font;
    plan.font.setPixelSize(static_cast<int>(fitting >= smallest ? std::min(fitting, size) : size));
    // Hinted glyphs are not exactly as wide as the ratio of sizes says.
    const double ratio = plan.font.pixelSize() / size;
    const double full = ratio < 1.0 ? labels.widest * ratio * 1.03 : labels.widest;
    plan.longest = std::min(full, limit);
    plan.shortened = full > limit;
    return plan;
}

} // namespace

AxisLabels measureLabels(const QStringList& texts, const QFont& font) {
    AxisLabels labels{texts, 0.0};
    for (const QString& text : QSet<QString>(texts.cbegin(), texts.cend())) {
        labels.widest = std::max(labels.widest, textWidth(text, font));
    }
    return labels;
}

LabelPlan planKeyLabels(const AxisLabels& labels, const QFont& font, double smallest, double cell, double limit,
                        std::optional<LabelTurn> turned) {
    LabelPlan plan = fitted(labels, font, smallest, cell, limit);
    const double em = plan.font.pixelSize();
    const Index level = strideFor(plan.longest + 0.5 * em, cell);
    const Index slanted = strideFor(1.3 * linePitch * em, cell);
    const Index upright = strideFor(linePitch * em, cell);
    const LabelTurn turn = turned.value_or(slanted <= upright ? LabelTurn::slanted : LabelTurn::upright);
    if (level <= upright || turn == LabelTurn::level) {
        plan.turn = LabelTurn::level;
        plan.stride = level;
        plan.overhang = std::max(0.0, (plan.longest - cell) / 2);
    } else if (turn == LabelTurn::slanted) {
        plan.turn = LabelTurn::slanted;
        plan.stride = slanted;
        plan.overhang = diagonal * plan.longest;
    } else {
        plan.turn = LabelTurn::upright;
        plan.stride = upright;
    }
    plan.extent = labelExtent(plan.turn, plan.longest, plan.font);
    return plan;
}

double labelExtent(LabelTurn turn, double longest, const QFont& font) {
    switch (turn) {
    case LabelTurn::level: return font.pixelSize();
    case LabelTurn::slanted: return diagonal * (longest + 0.6 * font.pixelSize());
    case LabelTurn::upright: return longest;
    }
    HEADSCOPE_EXPECTS(!"a turn");
}

LabelPlan planQueryLabels(const AxisLabels& labels, const QFont& font, double smallest, double cell, double limit) {
    LabelPlan plan = fitted(labels, font, smallest, cell, limit);
    plan.stride = strideFor(linePitch * plan.font.pixelSize(), cell);
    plan.extent = plan.longest;
    return plan;
}

double turnDegrees(LabelTurn turn) {
    switch (turn) {
    case LabelTurn::level: return 0.0;
    case LabelTurn::slanted: return -45.0;
    case LabelTurn::upright: return -90.0;
    }
    HEADSCOPE_EXPECTS(!"a turn");
}

QString shownLabel(const LabelPlan& plan, const QString& label) {
    if (!plan.shortened || textWidth(label, plan.font) <= plan.longest) {
        return label;
    }
    return QFontMetricsF(plan.font).elidedText(label, Qt::ElideMiddle, plan.longest);
}

} // namespace headscope::ui
