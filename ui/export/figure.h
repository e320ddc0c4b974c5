#pragma once

#include <memory>
#include <vector>

#include <QByteArray>

#include "core/engine/snapshot.h"
#include "ui/present/colour_map.h"
#include "ui/present/head_picture.h"

namespace headscope::ui {

enum class FigureFormat { png, svg, pdf };

/// A figure of one or more heads with labels, legend and a caption that says what made it. A good figure with the
/// defaults.
struct FigureSpec {
    std::shared_ptr<const Snapshot> snapshot; ///< not empty
    std::vector<int> heads;                   ///< one: that head large; several: a grid. mean_of_heads is allowed
    Index batch = 0;
    ColourMap colourMap = ColourMap::viridis;
    ColourRange range = ColourRange::head_max;
    TileValue tileValue = TileValue::largest; ///< of a run that has a map: its figure shows tiles, and says so
    double scale = 1.0;                       ///< PNG pixels per unit, 1 to 8; vector formats ignore it
};

/// The file's bytes, with the drawing code of the window. A cell is at least one unit wide (1/96 inch), so that PNG
/// shows every one. SVG text is outlines, PDF text is text with its fonts embedded. Vector formats draw cells as
/// rectangles, up to 150,000 of them (9 heads of 128 tokens); beyond, one lossless image a head with the same colours
/// (64 heads of 512 tokens: 10 s and 40 MB as SVG, 16 s and 29 MB as PDF). Needs a QGuiApplication (the offscreen
/// platform will do). Errors: needs_too_much_memory (a PNG of more than 1 GiB or 32,767 pixels on a side).
Result<QByteArray> renderFigure(const FigureSpec& spec, FigureFormat format);

} // namespace headscope::ui
