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
    double scale = 1.0; ///< PNG pixels per unit, 1 to 8; vector formats ignore it
};

/// The file's bytes. Same drawing code as the window; vector formats draw every cell as a rectangle; SVG text is
/// outlines, PDF text is text with its fonts embedded. Needs a QGuiApplication (the offscreen platform will do).
/// Errors: needs_too_much_memory (a PNG larger than Qt can hold).
Result<QByteArray> renderFigure(const FigureSpec& spec, FigureFormat format);

} // namespace headscope::ui
