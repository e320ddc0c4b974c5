#include "ui/plot/formula_drawing.h"

#include <QFontMetricsF>

namespace headscope::ui {

namespace {

constexpr double small = 0.72; // of the line's letters
constexpr double raise = 0.38; // of the ascent
constexpr double lower = 0.18;

} // namespace

double drawFormula(QPainter& painter, const Formula& formula, const QFont& font, const QColor& colour,
                   const QPointF& left) {
    const QFontMetricsF line(font);
    const double baseline = left.y() + (line.ascent() - line.descent()) / 2;
    double x = left.x();
    painter.setPen(colour);
    for (const FormulaRun& run : formula) {
        QFont runFont = font;
        runFont.setItalic(run.italic);
        double y = baseline;
        if (run.level != FormulaRun::Level::line) {
            runFont.setPointSizeF(font.pointSizeF() * small);
            y += line.ascent() * (run.level == FormulaRun::Level::superscript ? -raise : lower);
        }
        painter.setFont(runFont);
        painter.drawText(QPointF(x, y), run.text);
        x += QFontMetricsF(runFont).horizontalAdvance(run.text);
    }
    return x - left.x();
}

} // namespace headscope::ui
