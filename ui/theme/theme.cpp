#include "ui/theme/theme.h"

#include <QApplication>
#include <QFile>
#include <QFont>
#include <QPalette>
#include <QRegularExpression>

namespace headscope::ui {

namespace {

constexpr double basePointSize = 10.0;

const ThemeColours lightColours{
    .window = QColor(0xf6f7f9),
    .surface = QColor(0xffffff),
    .field = QColor(0xffffff),
    .text = QColor(0x1b1f24),
    .secondary = QColor(0x5b636e),
    .line = QColor(0xdfe3e8),
    .hover = QColor(0xeef1f5),
    .accent = QColor(0x2563c9),
    .onAccent = QColor(0xffffff),
    .accentSoft = QColor(0xe3ecfb),
    .error = QColor(0xa8321f),
    .errorSoft = QColor(0xfcebe7),
    .constant = QColor(0x8d97a3),
    .growing = QColor(0xc2570c),
};

const ThemeColours darkColours{
    .window = QColor(0x14171b),
    .surface = QColor(0x1b1f24),
    .field = QColor(0x14171b),
    .text = QColor(0xe7eaee),
    .secondary = QColor(0x9ba4b0),
    .line = QColor(0x2d333b),
    .hover = QColor(0x262c33),
    .accent = QColor(0x79aefc),
    .onAccent = QColor(0x0d1a2e),
    .accentSoft = QColor(0x223451),
    .error = QColor(0xff9d8a),
    .errorSoft = QColor(0x3a211d),
    .constant = QColor(0x6b7683),
    .growing = QColor(0xf59e42),
};

QPalette paletteOf(const ThemeColours& c) {
    QPalette palette;
    palette.setColor(QPalette::Window, c.window);
    palette.setColor(QPalette::WindowText, c.text);
    palette.setColor(QPalette::Base, c.field);
    palette.setColor(QPalette::AlternateBase, c.surface);
    palette.setColor(QPalette::Text, c.text);
    palette.setColor(QPalette::PlaceholderText, c.secondary);
    palette.setColor(QPalette::Button, c.surface);
    palette.setColor(QPalette::ButtonText, c.text);
    palette.setColor(QPalette::BrightText, c.error);
    palette.setColor(QPalette::Highlight, c.accent);
    palette.setColor(QPalette::HighlightedText, c.onAccent);
    palette.setColor(QPalette::Link, c.accent);
    palette.setColor(QPalette::LinkVisited, c.accent);
    palette.setColor(QPalette::ToolTipBase, c.surface);
    palette.setColor(QPalette::ToolTipText, c.text);
    palette.setColor(QPalette::Light, c.surface);
    palette.setColor(QPalette::Midlight, c.hover);
    palette.setColor(QPalette::Mid, c.line);
    palette.setColor(QPalette::Dark, c.line);
    palette.setColor(QPalette::Shadow, c.line);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        QColor faded = c.secondary;
        faded.setAlphaF(0.55F);
        palette.setColor(QPalette::Disabled, role, faded);
    }
    return palette;
}

/// The sheet names colours @accent and lengths 8px; both are put in here.
QString styleSheet(const ThemeColours& c, double scale) {
    QFile file(QStringLiteral(":/headscope/theme/headscope.qss"));
    if (!file.open(QIODevice::ReadOnly)) {
        qFatal("the style sheet is missing from the resources");
    }
    QString sheet = QString::fromUtf8(file.readAll());
    const std::pair<const char*, QColor> names[] = {
        {"@window", c.window},         {"@surface", c.surface},     {"@field", c.field},   {"@text", c.text},
        {"@secondary", c.secondary},   {"@line", c.line},           {"@hover", c.hover},   {"@onAccent", c.onAccent},
        {"@accentSoft", c.accentSoft}, {"@errorSoft", c.errorSoft}, {"@accent", c.accent}, {"@error", c.error},
    };
    for (const auto& [name, colour] : names) {
        sheet.replace(QLatin1String(name), colour.name());
    }
    static const QRegularExpression length(QStringLiteral("(\\d+)(px|pt)"));
    QString scaled;
    qsizetype from = 0;
    for (auto it = length.globalMatch(sheet); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        const int pixels = match.captured(1).toInt();
        scaled += QStringView(sheet).mid(from, match.capturedStart() - from);
        scaled += QString::number(pixels <= 1 ? pixels : qRound(pixels * scale)) + match.captured(2); // hairlines stay
        from = match.capturedEnd();
    }
    scaled += QStringView(sheet).mid(from);
    return scaled;
}

} // namespace

const ThemeColours& themeColours(bool dark) {
    return dark ? darkColours : lightColours;
}

bool isDark(const QPalette& palette) {
    return palette.color(QPalette::Window).lightness() < 128;
}

void applyTheme(QApplication& application, bool dark, double scale) {
    QFont font;
    // One family for Latin and Chinese: the same weight and height in both languages, and digits of one width.
    font.setFamilies({QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Noto Color Emoji")});
    font.setPointSizeF(basePointSize * scale);
    QApplication::setFont(font);
    QApplication::setPalette(paletteOf(themeColours(dark)));
    application.setStyleSheet(styleSheet(themeColours(dark), scale));
}

int px(double distance) {
    return qRound(distance * QApplication::font().pointSizeF() / basePointSize);
}

} // namespace headscope::ui
