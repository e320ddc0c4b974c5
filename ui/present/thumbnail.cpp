#include "ui/present/thumbnail.h"

#include <algorithm>
#include <cmath>

#include "core/base/contract.h"

namespace headscope::ui {

namespace {

std::uint8_t indexOf(float value, float headMax) {
    if (!(headMax > 0.0F)) {
        return 0;
    }
    const double position = Thumbnail::largestIndex * static_cast<double>(value) / static_cast<double>(headMax);
    return static_cast<std::uint8_t>(std::lround(std::clamp(position, 0.0, double{Thumbnail::largestIndex})));
}

/// The largest of the cells of one pixel.
std::uint8_t pixelIndex(const HeadPicture& picture, Index query, Index key, Index block) {
    float largest = -1.0F;
    const Index lastQuery = std::min(query + block, picture.rows());
    const Index lastKey = std::min(key + block, picture.columns());
    for (Index q = query; q < lastQuery; ++q) {
        for (Index k = key; k < lastKey; ++k) {
            const float value = picture.value(q, k);
            if (value > largest && !(value == 0.0F && picture.masked(q, k))) {
                largest = value;
            }
        }
    }
    return largest < 0.0F ? std::uint8_t{Thumbnail::maskedIndex} : indexOf(largest, picture.largest());
}

std::vector<std::uint8_t> hiddenRows(const HeadPicture& picture, Index block, int rows) {
    std::vector<std::uint8_t> hidden;
    if (!picture.anyFullyMasked()) {
        return hidden;
    }
    for (int row = 0; row < rows; ++row) {
        bool all = true;
        for (Index q = row * block; q < std::min((row + 1) * block, picture.rows()); ++q) {
            all = all && picture.fullyMasked(q);
        }
        hidden.push_back(all ? 1 : 0);
    }
    return hidden;
}

} // namespace

Thumbnail makeThumbnail(const HeadPicture& picture, int maxPixels) {
    HEADSCOPE_EXPECTS(maxPixels >= 1);
    Thumbnail thumbnail;
    if (picture.empty()) {
        return thumbnail;
    }
    const Index block = (std::max(picture.rows(), picture.columns()) + maxPixels - 1) / maxPixels;
    const auto width = static_cast<int>((picture.columns() + block - 1) / block);
    const auto height = static_cast<int>((picture.rows() + block - 1) / block);
    thumbnail.block = static_cast<int>(block);
    thumbnail.rows = picture.rows();
    thumbnail.columns = picture.columns();
    thumbnail.headMax = picture.largest();
    thumbnail.indices = QImage(width, height, QImage::Format_Indexed8);
    for (int row = 0; row < height; ++row) {
        std::uint8_t* line = thumbnail.indices.scanLine(row);
        for (int column = 0; column < width; ++column) {
            line[column] = pixelIndex(picture, row * block, column * block, block);
        }
    }
    thumbnail.hiddenRows = hiddenRows(picture, block, height);
    return thumbnail;
}

QList<QRgb> thumbnailColours(ColourMap map, float headMax, float rangeMax, bool dark) {
    const auto& table = colourTable(map);
    QList<QRgb> colours;
    colours.reserve(256);
    for (int index = 0; index <= Thumbnail::largestIndex; ++index) {
        const double value = static_cast<double>(headMax) * index / Thumbnail::largestIndex;
        colours.append(table[static_cast<std::size_t>(colourIndex(static_cast<float>(value), rangeMax))]);
    }
    colours.append(maskedLook(dark).ground);
    return colours;
}

} // namespace headscope::ui
