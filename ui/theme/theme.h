#pragma once

#include <QColor>
#include <QPalette>

class QApplication;

namespace headscope::ui {

/// The few colours of the interface. One accent; the picture is the hero.
struct ThemeColours {
    QColor window;  ///< behind everything
    QColor surface; ///< panels
    QColor field;   ///< where one types
    QColor text;
    QColor secondary; ///< labels, hints; contrast of at least 4.5 on window and surface
    QColor line;      ///< hairlines
    QColor hover;     ///< under the pointer
    QColor accent;
    QColor onAccent;
    QColor accentSoft; ///< a chosen thing's ground
    QColor error;
    QColor errorSoft;
    QColor constant; ///< what the number of heads does not change
    QColor growing; ///< what grows with the heads; also darker (on dark: lighter) than `constant`, not only another hue
};

const ThemeColours& themeColours(bool dark);

/// Whether a palette made by applyTheme() is the dark one.
bool isDark(const QPalette& palette);

/// Font, palette and style sheet of the whole application. scale 1 is a 10 pt interface; 2 suits a projector.
void applyTheme(QApplication& application, bool dark, double scale);

/// A distance of the 8 px grid at the present interface scale.
int px(double distance);

} // namespace headscope::ui
