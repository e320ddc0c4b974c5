#pragma once

#include <cstdint>
#include <vector>

#include <QImage>
#include <QList>
#include <QRgb>

#include "ui/present/colour_map.h"
#include "ui/present/head_picture.h"

namespace headscope::ui {

/// A head in small: made once per run on the worker thread (no widget, no pixmap), coloured when it is painted. Another
/// colour map, range or theme needs no new one. (12 heads of 512 tokens: 30 ms as plot widgets, 2 ms as images.)
struct Thumbnail {
    static constexpr int maskedIndex = 255;
    static constexpr int largestIndex = 254;
    static constexpr int kneeIndex = 127;

    /// Format_Indexed8 without a colour table: 0..127 for the values 0..knee, 127..254 for knee..headMax, evenly; 255
    /// for masked.
    QImage indices;
    float headMax = 0.0F; ///< the largest value, which index 254 stands for
    /// The smaller of headMax / 2 and the picture's medianRow(): colours that end there have their steps too.
    float knee = 0.0F;
    int block = 1;     ///< each pixel is the largest of block x block cells
    Index rows = 0;    ///< of the picture: queries
    Index columns = 0; ///< of the picture: keys
    /// Rows of the image in which every key is hidden; they get the hatch although they have values. Empty: none.
    std::vector<std::uint8_t> hiddenRows;

    bool empty() const { return indices.isNull(); }
};

/// At most maxPixels pixels on a side. A pixel is masked when all its cells are. An empty picture gives an empty one.
Thumbnail makeThumbnail(const HeadPicture& picture, int maxPixels = 256);

/// Of weights that belong to no run, as those of a model in training, a pixel a cell. `causal`: what lies above the
/// diagonal is masked.
Thumbnail makeThumbnail(const ConstMatrixView& weights, bool causal);

/// The 256 colours to put on a thumbnail's indices: within one entry of the colour table of what the large head shows
/// (two above the knee), because 255 values stand for all.
QList<QRgb> thumbnailColours(ColourMap map, const Thumbnail& thumbnail, float rangeMax, bool dark);

} // namespace headscope::ui
