#pragma once

#include <array>

#include <QRgb>
#include <QString>

#include "core/session/session_state.h"

namespace headscope::ui {

/// 256 opaque colours (one table serves thumbnails, plots and exports), from the lowest value to the highest.
const std::array<QRgb, 256>& colourTable(ColourMap map);

/// The entry for a value on a range 0..rangeMax: round(255 * value / rangeMax), clamped; rangeMax 0 gives 0.
int colourIndex(float value, float rangeMax);

/// Masked cells have a look of their own (a hatched neutral), they are not "0". Colours of its ground and its lines.
struct MaskedLook {
    QRgb ground;
    QRgb line;
};
MaskedLook maskedLook(bool dark);

/// The map's name on screen; a proper name, the same in every language except "grey".
QString colourMapName(ColourMap map);

} // namespace headscope::ui
