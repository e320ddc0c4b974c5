#pragma once

#include <optional>

#include <QFont>
#include <QString>
#include <QStringList>

#include "core/base/tensor.h"

namespace headscope::ui {

/// How key labels stand: level where they fit, else at 45 degrees, else upright.
enum class LabelTurn { level, slanted, upright };

double turnDegrees(LabelTurn turn); ///< clockwise

/// Which labels of an axis are shown, and how.
struct LabelPlan {
    QFont font;
    LabelTurn turn = LabelTurn::level;
    Index stride = 1;      ///< every stride-th label is shown, from 0
    double longest = 0.0;  ///< longer labels are shortened in the middle
    double extent = 0.0;   ///< the space they take across the axis
    double overhang = 0.0; ///< how far the last label may reach past the end of the axis
    bool shortened = false;
};

/// Labels of an axis, measured once: shaping 1,024 tokens takes longer than painting them.
struct AxisLabels {
    QStringList texts;
    double widest = 0.0; ///< at the font they were measured with
};
AxisLabels measureLabels(const QStringList& texts, const QFont& font);

/// Key labels above the columns, measured with `font`; they shrink to `smallest` pixels before they are thinned out.
/// `cell`: width of a column; `limit`: the longest that a label may be; `turned`: how labels stand that do not fit
/// level, else whatever shows more of them.
LabelPlan planKeyLabels(const AxisLabels& labels, const QFont& font, double smallest, double cell, double limit,
                        std::optional<LabelTurn> turned = std::nullopt);

/// The space across the axis of labels that long.
double labelExtent(LabelTurn turn, double longest, const QFont& font);

/// Query labels to the left of the rows, always level. `cell`: height of a row.
LabelPlan planQueryLabels(const AxisLabels& labels, const QFont& font, double smallest, double cell, double limit);

/// The label, shortened in the middle if it is longer than the plan allows.
QString shownLabel(const LabelPlan& plan, const QString& label);

} // namespace headscope::ui
