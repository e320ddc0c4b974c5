#include "ui/present/number_format.h"

#include <array>
#include <charconv>
#include <cmath>

#include <QLocale>

namespace headscope::ui {

namespace {

QString fixed(double value, int decimals) {
    return QLocale::c().toString(value, 'f', decimals);
}

QLocale ungrouped() {
    QLocale locale = QLocale::c();
    locale.setNumberOptions(QLocale::OmitGroupSeparator | QLocale::OmitLeadingZeroInExponent);
    return locale;
}

/// A hyphen is too short to be seen next to digits.
QString withMinusSign(QString number) {
    return number.replace(QLatin1Char('-'), QChar(0x2212));
}

/// One decimal below 100 and none above; none where the value is whole. Steps to the next unit where rounding gets
/// there: 1023.96 KiB is 1 MiB.
template <std::size_t N>
QString scaled(Index count, double base, const std::array<const char*, N>& units) {
    auto value = static_cast<double>(count);
    std::size_t unit = 0;
    const auto rounded = [&value] { return value < 99.95 ? std::round(value * 10.0) / 10.0 : std::round(value); };
    while (rounded() >= base && unit + 1 < N) {
        value /= base;
        ++unit;
    }
    const bool whole = value == std::floor(value);
    return fixed(rounded(), whole || rounded() >= 100.0 ? 0 : 1) + QLatin1Char(' ') + QLatin1String(units[unit]);
}

} // namespace

QString weightText(float weight, int decimals) {
    if (weight == 0.0F) {
        return QStringLiteral("0");
    }
    const double smallest = std::pow(10.0, -decimals);
    if (std::abs(static_cast<double>(weight)) < smallest / 2) {
        return QLatin1Char('<') + fixed(smallest, decimals);
    }
    return withMinusSign(ungrouped().toString(static_cast<double>(weight), 'f', decimals));
}

QString rangeEndText(float end) {
    constexpr float small = 0.01F;
    if (end == 1.0F || !(end > 0.0F)) {
        return QString::number(end);
    }
    return end >= small ? weightText(end) : QString::number(static_cast<double>(end), 'g', 3);
}

QString exactText(float value) {
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return withMinusSign(QString::fromLatin1(text.data(), end - text.data()));
}

QString scoreText(float score) {
    const auto value = static_cast<double>(score);
    if (std::abs(value) < 1000.0) {
        return withMinusSign(ungrouped().toString(value, 'f', 4));
    }
    return withMinusSign(ungrouped().toString(value, 'g', 7)).replace(QLatin1String("e+"), QLatin1String("e"));
}

QString bytesText(Index bytes) {
    static constexpr std::array units{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    return scaled(bytes, 1024.0, units);
}

QString countText(Index count) {
    // Qt's C locale does not group.
    static const QLocale grouped(QLocale::English, QLocale::UnitedStates);
    return withMinusSign(grouped.toString(static_cast<qlonglong>(count)));
}

QString exactBytesText(Index bytes) {
    return countText(bytes) + QStringLiteral(" B");
}

QString percentText(Index part, Index whole) {
    const double percent = whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    if (part != 0 && percent < 0.05) {
        return QStringLiteral("<0.1 %");
    }
    if (part != whole && percent >= 99.5) {
        return QStringLiteral(">99 %");
    }
    return fixed(percent, percent == 0.0 || percent >= 9.95 ? 0 : 1) + QStringLiteral(" %");
}

QString decimalText(double value) {
    return QString::number(value, 'g', QLocale::FloatingPointShortest);
}

QString factorText(double factor) {
    return QChar(0x00D7) + fixed(factor, 2);
}

QString durationText(double seconds) {
    if (seconds < 1e-4) {
        return fixed(seconds * 1e6, 0) + QStringLiteral(" µs");
    }
    if (seconds < 1.0) {
        const double milliseconds = seconds * 1e3;
        const int decimals = milliseconds < 10.0 ? 2 : milliseconds < 100.0 ? 1 : 0;
        return fixed(milliseconds, decimals) + QStringLiteral(" ms");
    }
    return fixed(seconds, seconds < 100.0 ? 1 : 0) + QStringLiteral(" s");
}

QString flopsText(Index flops) {
    static constexpr std::array units{"FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP"};
    return scaled(flops, 1000.0, units);
}

} // namespace headscope::ui
