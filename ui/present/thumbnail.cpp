#include "ui/present/thumbnail.h"

#include <algorithm>
#include <cmath>

#include "core/base/contract.h"

namespace headscope::ui {

namespace {

/// 0 .. 254 for a value, and back: two straight lines that meet at the knee.
class Scale {
public:
    Scale(float knee, float headMax)
        : knee_(static_cast<double>(knee))
        , above_(static_cast<double>(headMax) - knee_) {}

    std::uint8_t indexOf(float value) const {
        if (!(above_ > 0.0)) {
            return 0;
        }
        const auto v = static_cast<double>(value);
        const double part = v < knee_ ? v / knee_ : 1.0 + (v - knee_) / above_;
        return static_cast<std::uint8_t>(std::clamp(half * part, 0.0, 2.0 * half) + 0.5);
    }
    float valueOf(int index) const {
        const double part = index / half;
        return static_cast<float>(part < 1.0 ? part * knee_ : knee_ + (part - 1.0) * above_);
    }

private:
    static constexpr double half = Thumbnail::kneeIndex;
    static_assert(2 * Thumbnail::kneeIndex == Thumbnail::largestIndex);

    double knee_;
    double above_;
};

/// A row of pixels: block x block cells each. `largest` is a buffer for the values of a row.
void fillLine(std::uint8_t* line, int width, const HeadPicture& picture, Index query, Index block, const Scale& scale,
              Eigen::ArrayXf& largest) {
    const Index queries = std::min(block, picture.rows() - query);
    const Index step = picture.step(query, query); // a block holds whole tiles of a map
    const auto values = [&](Index q) { return Eigen::Map<const Eigen::ArrayXf>(picture.row(q, step), largest.size()); };
    largest = values(query);
    for (Index q = query + step; q < query + queries; q += step) {
        largest = largest.max(values(q));
    }
    for (int column = 0; column < width; ++column) {
        const CellBlock cells{query, queries, column * block, std::min(block, picture.columns() - column * block)};
        const float value = largest.segment(cells.key / step, (cells.keys + step - 1) / step).maxCoeff();
        line[column] =
            value == 0.0F && picture.masked(cells) ? std::uint8_t{Thumbnail::maskedIndex} : scale.indexOf(value);
    }
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
    const Index step = picture.step(0, 0);
    const Index least = (std::max(picture.rows(), picture.columns()) + maxPixels - 1) / maxPixels;
    const Index block = (least + step - 1) / step * step;
    const auto width = static_cast<int>((picture.columns() + block - 1) / block);
    const auto height = static_cast<int>((picture.rows() + block - 1) / block);
    thumbnail.block = static_cast<int>(block);
    thumbnail.rows = picture.rows();
    thumbnail.columns = picture.columns();
    thumbnail.headMax = picture.largest();
    thumbnail.knee = std::min(picture.medianRow(), picture.largest() / 2);
    const Scale scale(thumbnail.knee, thumbnail.headMax);
    thumbnail.indices = QImage(width, height, QImage::Format_Indexed8);
    Eigen::ArrayXf largest((picture.columns() + step - 1) / step);
    for (int row = 0; row < height; ++row) {
        fillLine(thumbnail.indices.scanLine(row), width, picture, row * block, block, scale, largest);
    }
    thumbnail.hiddenRows = hiddenRows(picture, block, height);
    return thumbnail;
}

Thumbnail makeThumbnail(const ConstMatrixView& weights, bool causal) {
    Thumbnail thumbnail;
    if (weights.size() == 0) {
        return thumbnail;
    }
    thumbnail.rows = weights.rows();
    thumbnail.columns = weights.cols();
    thumbnail.headMax = weights.maxCoeff();
    thumbnail.knee = thumbnail.headMax / 2;
    const Scale scale(thumbnail.knee, thumbnail.headMax);
    thumbnail.indices =
        QImage(static_cast<int>(weights.cols()), static_cast<int>(weights.rows()), QImage::Format_Indexed8);
    for (int query = 0; query < thumbnail.indices.height(); ++query) {
        std::uint8_t* const line = thumbnail.indices.scanLine(query);
        for (int key = 0; key < thumbnail.indices.width(); ++key) {
            line[key] =
                causal && key > query ? std::uint8_t{Thumbnail::maskedIndex} : scale.indexOf(weights(query, key));
        }
    }
    return thumbnail;
}

QList<QRgb> thumbnailColours(ColourMap map, const Thumbnail& thumbnail, float rangeMax, bool dark) {
    const auto& table = colourTable(map);
    const Scale scale(thumbnail.knee, thumbnail.headMax);
    QList<QRgb> colours;
    colours.reserve(256);
    for (int index = 0; index <= Thumbnail::largestIndex; ++index) {
        colours.append(table[static_cast<std::size_t>(colourIndex(scale.valueOf(index), rangeMax))]);
    }
    colours.append(maskedLook(dark).ground);
    return colours;
}

} // namespace headscope::ui
