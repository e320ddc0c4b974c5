#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>

#include "ui/present/formula_text.h"

namespace headscope::ui {

/// Draws a formula with slanted symbols, raised exponents and lowered indices, centred on `left`'s height. Returns its
/// width.
double drawFormula(QPainter& painter, const Formula& formula, const QFont& font, const QColor& colour,
                   const QPointF& left);

} // namespace headscope::ui
