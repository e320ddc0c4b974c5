#include "ui/plot/heatmap_style.h"

#include <algorithm>
#include <cmath>

#include "ui/plot/text_line.h"

namespace headscope::ui {

namespace {

double luminance(QRgb colour) {
    const auto linear = [](int channel) {
        const double c = channel / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(qRed(colour)) + 0.7152 * linear(qGreen(colour)) + 0.0722 * linear(qBlue(colour));
}

} // namespace

double contrast(QRgb a, QRgb b) {
    const auto [darker, lighter] = std::minmax({luminance(a), luminance(b)});
    return (lighter + 0.05) / (darker + 0.05);
}

QColor textOn(QRgb ground) {
    constexpr QRgb ink = qRgb(0x14, 0x16, 0x1a);
    constexpr QRgb white = qRgb(0xff, 0xff, 0xff);
    return QColor::fromRgb(contrast(ink, ground) >= contrast(white, ground) ? ink : white);
}

HeatmapStyle paperStyle(ColourMap map, int pixelSize) {
    HeatmapStyle style;
    style.font.setFamilies(labelFamilies());
    style.font.setPixelSize(pixelSize);
    style.font.setHintingPreference(QFont::PreferNoHinting); // the same widths at every scale
    style.background = Qt::white;
    style.text = QColor(0x1b, 0x1f, 0x24);
    style.muted = QColor(0x5c, 0x64, 0x70);
    style.accent = QColor(0xd9, 0x48, 0x0f);
    style.warning = QColor(0xb4, 0x53, 0x09);
    style.map = map;
    return style;
}

} // namespace headscope::ui
