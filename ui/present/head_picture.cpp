#include "ui/present/head_picture.h"

#include <algorithm>

#include <QCoreApplication>

#include "core/base/contract.h"

namespace headscope::ui {

namespace {

/// Summed in float64, head after head, and rounded once.
std::shared_ptr<const Matrix> meanOverHeads(const Tensor& attention, Index batch) {
    using Sums = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Index heads = attention.dim(1);
    Sums sums = Sums::Zero(attention.dim(2), attention.dim(3));
    for (Index head = 0; head < heads; ++head) {
        sums += attention.matrix(batch, head).cast<double>();
    }
    return std::make_shared<const Matrix>((sums / static_cast<double>(heads)).cast<float>());
}

float largestOfAll(const Snapshot& snapshot) {
    float largest = 0.0F;
    for (const HeadSummary& head : snapshot.heads) {
        largest = std::max(largest, head.largest);
    }
    return largest;
}

float unitRange(const Snapshot& snapshot) {
    const double dropout = snapshot.after_dropout() ? snapshot.request.attention.dropout : 0.0;
    return static_cast<float>(1.0 / (1.0 - dropout));
}

QStringList labels(const Snapshot& snapshot, Index count) {
    QStringList list;
    list.reserve(count);
    for (Index i = 0; i < count; ++i) {
        const auto token = static_cast<std::size_t>(i);
        list.append(snapshot.tokens.empty() ? QString::number(i)
                                            : visibleToken(QString::fromStdString(snapshot.tokens[token].text)));
    }
    return list;
}

} // namespace

HeadPicture::HeadPicture(std::shared_ptr<const Snapshot> snapshot, int head, ColourRange range, Index batch)
    : HeadPicture(snapshot, head, range, batch, visibleCells(*snapshot, batch)) {
}

HeadPicture::HeadPicture(std::shared_ptr<const Snapshot> snapshot, int head, ColourRange range, Index batch,
                         std::shared_ptr<const Visible> visible)
    : snapshot_(std::move(snapshot))
    , visible_(std::move(visible))
    , head_(head)
    , range_(range)
    , batch_(batch) {
    if (snapshot_->empty()) {
        return;
    }
    const Tensor& attention = snapshot_->trace.attention();
    HEADSCOPE_EXPECTS(head >= mean_of_heads && head < attention.dim(1));
    HEADSCOPE_EXPECTS(batch >= 0 && batch < attention.dim(0));
    rows_ = snapshot_->n_q();
    columns_ = snapshot_->n_k();
    if (head == mean_of_heads) {
        mean_ = meanOverHeads(attention, batch);
        largest_ = mean_->maxCoeff();
    } else {
        largest_ = snapshot_->heads[static_cast<std::size_t>(head)].largest;
    }
    *this = withRange(range);
}

std::shared_ptr<const HeadPicture::Visible> HeadPicture::visibleCells(const Snapshot& snapshot, Index batch) {
    const Mask& mask = snapshot.request.attention.mask;
    if (snapshot.empty() || mask.kind() == Mask::Kind::none) {
        return nullptr;
    }
    const Index rows = snapshot.n_q();
    const Index columns = snapshot.n_k();
    auto visible = std::make_shared<Visible>();
    visible->cells.resize(static_cast<std::size_t>(rows * columns));
    visible->anyKey.resize(static_cast<std::size_t>(rows));
    for (Index query = 0; query < rows; ++query) {
        const std::span<std::uint8_t> row(visible->cells.data() + query * columns, static_cast<std::size_t>(columns));
        mask.row(batch, query, rows, columns, row);
        const bool any = std::ranges::any_of(row, [](std::uint8_t cell) { return cell != 0; });
        visible->anyKey[static_cast<std::size_t>(query)] = any ? 1 : 0;
        visible->anyRowHidden = visible->anyRowHidden || !any;
        visible->anyHidden =
            visible->anyHidden || std::ranges::any_of(row, [](std::uint8_t cell) { return cell == 0; });
    }
    return visible;
}

HeadPicture HeadPicture::withRange(ColourRange range) const {
    HeadPicture picture = *this;
    picture.range_ = range;
    if (picture.empty()) {
        return picture;
    }
    switch (range) {
    case ColourRange::head_max: picture.rangeMax_ = largest_; break;
    case ColourRange::all_max: picture.rangeMax_ = largestOfAll(*snapshot_); break;
    case ColourRange::unit: picture.rangeMax_ = unitRange(*snapshot_); break;
    }
    return picture;
}

float HeadPicture::value(Index query, Index key) const {
    return cells()[query * columns_ + key];
}

const float* HeadPicture::cells() const {
    if (mean_) {
        return mean_->data();
    }
    const Tensor& attention = snapshot_->trace.attention();
    return attention.data() + (batch_ * attention.dim(1) + head_) * rows_ * columns_;
}

bool HeadPicture::masked(Index query, Index key) const {
    return visible_ && visible_->cells[static_cast<std::size_t>(query * columns_ + key)] == 0;
}

bool HeadPicture::fullyMasked(Index query) const {
    return visible_ && visible_->anyKey[static_cast<std::size_t>(query)] == 0;
}

std::vector<HeadPicture> headPictures(const std::shared_ptr<const Snapshot>& snapshot, std::span<const int> heads,
                                      ColourRange range, Index batch) {
    const auto visible = HeadPicture::visibleCells(*snapshot, batch);
    std::vector<HeadPicture> pictures;
    pictures.reserve(heads.size());
    for (const int head : heads) {
        pictures.push_back(HeadPicture(snapshot, head, range, batch, visible));
    }
    return pictures;
}

QStringList queryLabels(const Snapshot& snapshot) {
    return labels(snapshot, snapshot.n_q());
}
QStringList keyLabels(const Snapshot& snapshot) {
    return labels(snapshot, snapshot.n_k());
}

QString headName(int head) {
    return head == mean_of_heads ? QCoreApplication::translate("HeadPicture", "Mean of heads")
                                 : QCoreApplication::translate("HeadPicture", "Head %1").arg(head);
}

} // namespace headscope::ui
