#include "ui/present/head_picture.h"

#include <algorithm>
#include <vector>

#include <QCoreApplication>

#include "core/base/contract.h"

namespace headscope::ui {

namespace {

/// Summed in float64, head after head, and rounded once. Row by row, so that the sums stay in the cache.
std::shared_ptr<const Matrix> meanOverHeads(const Tensor& attention, Index batch) {
    using Sums = Eigen::Array<double, 1, Eigen::Dynamic>;
    const Index heads = attention.dim(1);
    auto mean = std::make_shared<Matrix>(attention.dim(2), attention.dim(3));
    Sums sums(mean->cols());
    for (Index query = 0; query < mean->rows(); ++query) {
        sums.setZero();
        for (Index head = 0; head < heads; ++head) {
            sums += attention.matrix(batch, head).row(query).array().cast<double>();
        }
        mean->row(query) = (sums / static_cast<double>(heads)).cast<float>().matrix();
    }
    return mean;
}

float largestOf(const HeadSummary& head, TileValue value) {
    return value == TileValue::mean ? head.largest_mean : head.largest;
}

float largestOfAll(const Snapshot& snapshot, TileValue value) {
    float largest = 0.0F;
    for (const HeadSummary& head : snapshot.heads) {
        largest = std::max(largest, largestOf(head, value));
    }
    return largest;
}

/// See RangeTops. Row after row, each read once.
float medianOfRows(const float* cells, Index rows, Index columns) {
    std::vector<float> largest;
    largest.reserve(static_cast<std::size_t>(rows));
    for (Index row = 0; row < rows; ++row) {
        const float value = Eigen::Map<const Eigen::ArrayXf>(cells + row * columns, columns).maxCoeff();
        if (value > 0.0F) {
            largest.push_back(value);
        }
    }
    if (largest.empty()) {
        return 0.0F;
    }
    const auto middle = largest.begin() + std::ssize(largest) / 2;
    std::nth_element(largest.begin(), middle, largest.end());
    return *middle;
}

RangeTops topsOfTiles(const Snapshot& snapshot, Index batch, int head, TileValue value) {
    const WeightMap& map = snapshot.trace.map;
    const Tensor& tiles = value == TileValue::mean ? map.mean : map.largest;
    return {largestOf(snapshot.heads[static_cast<std::size_t>(head)], value),
            medianOfRows(tiles.matrix(batch, head).data(), tiles.dim(2), tiles.dim(3))};
}

ColourRange resolved(ColourRange range, const Snapshot& snapshot) {
    constexpr Index longText = 64;
    if (range != ColourRange::automatic) {
        return range;
    }
    const bool causal = snapshot.request.attention.mask.kind() == Mask::Kind::causal;
    return causal && snapshot.n_q() > longText ? ColourRange::median_row : ColourRange::head_max;
}

float unitRange(const Snapshot& snapshot) {
    const double dropout = snapshot.after_dropout() ? snapshot.request.attention.dropout : 0.0;
    return static_cast<float>(1.0 / (1.0 - dropout));
}

QStringList labels(const HeadPicture& picture, Index count) {
    const std::vector<Token>& tokens = picture.snapshot()->tokens;
    QStringList list;
    list.reserve(count);
    for (Index i = 0; i < count; ++i) {
        const Index token = i * picture.unit();
        list.append(tokens.empty()
                        ? QString::number(token)
                        : visibleToken(QString::fromStdString(tokens[static_cast<std::size_t>(token)].text)));
    }
    return list;
}

} // namespace

HeadPicture::HeadPicture(std::shared_ptr<const Snapshot> snapshot, int head, ColourRange range, Index batch)
    : snapshot_(std::move(snapshot))
    , head_(head)
    , range_(range)
    , batch_(batch) {
    if (snapshot_->empty()) {
        return;
    }
    HEADSCOPE_EXPECTS(head >= mean_of_heads && head < std::ssize(snapshot_->heads));
    HEADSCOPE_EXPECTS(batch >= 0 && batch < snapshot_->batch());
    rows_ = snapshot_->n_q();
    columns_ = snapshot_->n_k();
    cellColumns_ = columns_;
    const Tensor& attention = snapshot_->trace.attention();
    if (snapshot_->mapped()) {
        HEADSCOPE_EXPECTS(head != mean_of_heads);
        tops_ = {topsOfTiles(*snapshot_, batch, head, TileValue::largest),
                 topsOfTiles(*snapshot_, batch, head, TileValue::mean)};
        takeTiles();
    } else if (head == mean_of_heads) {
        mean_ = meanOverHeads(attention, batch);
        cells_ = mean_->data();
        tops_.fill({mean_->maxCoeff(), medianOfRows(cells_, rows_, columns_)});
    } else {
        cells_ = attention.data() + (batch * attention.dim(1) + head) * rows_ * columns_;
        tops_.fill({snapshot_->heads[static_cast<std::size_t>(head)].largest, medianOfRows(cells_, rows_, columns_)});
    }
    takeMasks();
    *this = withRange(range);
}

void HeadPicture::takeTiles() {
    const WeightMap& map = snapshot_->trace.map;
    const Tensor& tiles = tileValue_ == TileValue::mean ? map.mean : map.largest;
    tile_ = map.tile;
    cellColumns_ = tiles.dim(3);
    cells_ = tiles.matrix(batch_, head_).data();
}

void HeadPicture::takeMasks() {
    anyMasked_ = hides_any(snapshot_->request.attention.mask, batch_, rows_, columns_, {0, rows_, 0, columns_});
    for (Index query = 0; query < rows_ && anyMasked_ && !anyFullyMasked_; ++query) {
        anyFullyMasked_ = fullyMasked(query);
    }
}

HeadPicture HeadPicture::withRange(ColourRange range) const {
    HeadPicture picture = *this;
    picture.range_ = range;
    if (picture.empty()) {
        return picture;
    }
    picture.range_ = resolved(range, *snapshot_);
    switch (picture.range_) {
    case ColourRange::automatic:
    case ColourRange::head_max: picture.rangeMax_ = tops().largest; break;
    case ColourRange::median_row: picture.rangeMax_ = tops().medianRow; break;
    case ColourRange::all_max: picture.rangeMax_ = largestOfAll(*snapshot_, tileValue_); break;
    case ColourRange::unit: picture.rangeMax_ = unitRange(*snapshot_); break;
    }
    return picture;
}

HeadPicture HeadPicture::withTiles(TileValue value) const {
    if (empty() || !snapshot_->mapped() || value == tileValue_) {
        return *this;
    }
    HeadPicture picture = *this;
    picture.tileValue_ = value;
    picture.takeTiles();
    return picture.withRange(range_);
}

HeadPicture HeadPicture::withExactRows(const std::shared_ptr<const RowsOfRun>& rows) const {
    HeadPicture picture = *this;
    if (rows != nullptr && rows->snapshot == snapshot_ && rows->rows.head == head_ && rows->rows.batch == batch_) {
        picture.exactRows_ = rows;
    }
    return picture;
}

HeadPicture HeadPicture::withoutExactRows() const {
    HeadPicture picture = *this;
    picture.exactRows_.reset();
    return picture;
}

HeadPicture HeadPicture::asTiles() const {
    HeadPicture picture = *this;
    const auto tiles = [this](Index cells) { return (cells + tile_ - 1) / tile_; };
    if (unit_ != tile_) {
        picture.unit_ = tile_;
        picture.rows_ = tiles(rows_);
        picture.columns_ = tiles(columns_);
        picture.exactRows_.reset();
    }
    return picture;
}

Index HeadPicture::step(Index first, Index last) const {
    const bool made = exactRows_ != nullptr && exactRows_->rows.holds(first) && exactRows_->rows.holds(last);
    return unit_ == tile_ || made ? 1 : tile_;
}

const float* HeadPicture::row(Index query, Index step) const {
    if (unit_ == tile_) {
        return cells_ + query * cellColumns_;
    }
    if (step == 1) {
        const Matrix& made = exactRows_->rows.attention();
        return made.data() + (query - exactRows_->rows.first) * made.cols();
    }
    return cells_ + query / tile_ * cellColumns_;
}

float HeadPicture::value(Index query, Index key) const {
    const Index cells = step(query, query);
    return row(query, cells)[key / cells];
}

CellBlock HeadPicture::cellsOf(const CellBlock& block) const {
    const CellBlock first{block.query * unit_, block.queries * unit_, block.key * unit_, block.keys * unit_};
    return {first.query, std::min(first.queries, snapshot_->n_q() - first.query), first.key,
            std::min(first.keys, snapshot_->n_k() - first.key)};
}

bool HeadPicture::masked(const CellBlock& block) const {
    return anyMasked_ &&
           hides_all(snapshot_->request.attention.mask, batch_, snapshot_->n_q(), snapshot_->n_k(), cellsOf(block));
}

bool HeadPicture::partlyMasked(const CellBlock& block) const {
    return anyMasked_ &&
           hides_any(snapshot_->request.attention.mask, batch_, snapshot_->n_q(), snapshot_->n_k(), cellsOf(block));
}

QStringList queryLabels(const HeadPicture& picture) {
    return labels(picture, picture.rows());
}
QStringList keyLabels(const HeadPicture& picture) {
    return labels(picture, picture.columns());
}

QString headName(int head) {
    return head == mean_of_heads ? QCoreApplication::translate("HeadPicture", "Mean of heads")
                                 : QCoreApplication::translate("HeadPicture", "Head %1").arg(head);
}

} // namespace headscope::ui
