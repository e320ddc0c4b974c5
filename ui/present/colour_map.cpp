#include "ui/present/colour_map.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>

#include "core/base/contract.h"
#include "ui/present/colour_tables.h"

namespace headscope::ui {

const std::array<QRgb, 256>& colourTable(ColourMap map) {
    switch (map) {
    case ColourMap::viridis: return tables::viridis;
    case ColourMap::cividis: return tables::cividis;
    case ColourMap::magma: return tables::magma;
    case ColourMap::grey: return tables::grey;
    }
    HEADSCOPE_EXPECTS(!"a colour map");
}

int colourIndex(float value, float rangeMax) {
    if (!(rangeMax > 0.0F)) {
        return 0;
    }
    // In float64: 255 * value / rangeMax is then rounded once, so that equal ratios get equal colours.
    const double position = 255.0 * static_cast<double>(value) / static_cast<double>(rangeMax);
    return static_cast<int>(std::clamp(position, 0.0, 255.0) + 0.5);
}

MaskedLook maskedLook(bool dark) {
    // Neutral greys near the ground of the theme: a masked cell recedes, and its lines tell it from a grey map's entry.
    return dark ? MaskedLook{qRgb(0x2f, 0x33, 0x39), qRgb(0x55, 0x5b, 0x64)}
                : MaskedLook{qRgb(0xee, 0xf0, 0xf2), qRgb(0xc4, 0xc9, 0xcf)};
}

QString colourMapName(ColourMap map) {
    switch (map) {
    case ColourMap::viridis: return QStringLiteral("Viridis");
    case ColourMap::cividis: return QStringLiteral("Cividis");
    case ColourMap::magma: return QStringLiteral("Magma");
    case ColourMap::grey: return QCoreApplication::translate("ColourMap", "Grey");
    }
    HEADSCOPE_EXPECTS(!"a colour map");
}

} // namespace headscope::ui
