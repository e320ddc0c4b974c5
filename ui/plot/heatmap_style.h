#pragma once

#include <QColor>
#include <QFont>

#include "ui/present/colour_map.h"

namespace headscope::ui {

/// What a heatmap looks like. All distances are multiples of the font's size, so that scaling the font scales them.
struct HeatmapStyle {
    QFont font;                 ///< of labels, with its size in pixels
    double smallestLabel = 8.0; ///< pixels: labels shrink to this before they are thinned out
    QColor background;
    QColor text;
    QColor muted;   ///< axis titles, ticks, notes
    QColor accent;  ///< the cell in hand
    QColor warning; ///< rows in which every key is hidden
    ColourMap map = ColourMap::viridis;
    bool dark = false;

    double em() const { return font.pixelSize(); }
};

/// Contrast as WCAG 2 defines it: 1 for equal colours, 21 for black and white.
double contrast(QRgb a, QRgb b);

/// Near-black or white, whichever stands out more on `ground`.
QColor textOn(QRgb ground);

/// For paper: white ground, near-black text. `pixelSize` is the size of labels.
HeatmapStyle paperStyle(ColourMap map, int pixelSize);

} // namespace headscope::ui
