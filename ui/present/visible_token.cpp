#include <algorithm>

#include "ui/present/head_picture.h"

namespace headscope::ui {

namespace {

bool isBidiControl(char32_t c) {
    return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F || c == 0x061C;
}

bool isInvisible(char32_t c) {
    switch (QChar::category(c)) {
    case QChar::Separator_Space:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
    case QChar::Other_Control:
    case QChar::Other_Format: return true;
    default: return c >= 0xFE00 && c <= 0xFE0F; // variation selectors
    }
}

bool isMark(char32_t c) {
    const QChar::Category category = QChar::category(c);
    return category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing ||
           category == QChar::Mark_SpacingCombining;
}

/// The open box for a space, not U+2420: that one is missing from nearly every font.
QString sign(char32_t c) {
    switch (c) {
    case U' ': return QStringLiteral("␠");
    case U'\t': return QStringLiteral("⇥");
    case U'\n':
    case U'\r':
    case 0x2028:
    case 0x2029: return QStringLiteral("↵");
    default: return QStringLiteral("U+%1").arg(static_cast<uint>(c), 4, 16, QLatin1Char('0')).toUpper();
    }
}

} // namespace

QString visibleToken(QStringView token) {
    // A carriage return before its line feed is one new line.
    QList<uint> characters = token.toString().replace(QLatin1String("\r\n"), QLatin1String("\n")).toUcs4();
    const bool nothingToSee =
        std::all_of(characters.cbegin(), characters.cend(), [](uint c) { return isInvisible(c); });
    QString text;
    for (const uint c : characters) {
        const QChar::Category category = QChar::category(c);
        // Joiners and variation selectors shape what is next to them; marks that only turn the text around do not.
        const bool shapes = category == QChar::Other_Format ? !isBidiControl(c) : category == QChar::Mark_NonSpacing;
        if (isInvisible(c) && (nothingToSee || !shapes)) {
            text += sign(c);
        } else {
            text += QString::fromUcs4(reinterpret_cast<const char32_t*>(&c), 1);
        }
    }
    if (!characters.isEmpty() && isMark(characters.first()) && !nothingToSee) {
        text.prepend(QChar(0x25CC)); // dotted circle
    }
    return text.isEmpty() ? QStringLiteral("∅") : text;
}

} // namespace headscope::ui
