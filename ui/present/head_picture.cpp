#include "ui/present/head_picture.h"

#include <algorithm>

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
    : snapshot_(std::move(snapshot))
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
        cells_ = mean_->data();
        largest_ = mean_->maxCoeff();
    } else {
        cells_ = attention.data() + (batch * attention.dim(1) + head) * rows_ * columns_;
        largest_ = snapshot_->heads[static_cast<std::size_t>(head)].largest;
    }
    const Mask& mask = snapshot_->request.attention.mask;
    anyMasked_ = hides_any(mask, batch, rows_, columns_, {0, rows_, 0, columns_});
    for (Index query = 0; query < rows_ && anyMasked_ && !anyFullyMasked_; ++query) {
        anyFullyMasked_ = fullyMasked(query);
    }
    *this = withRange(range);
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
    return cells_[query * columns_ + key];
}

const float* HeadPicture::row(Index query) const {
    return cells_ + query * columns_;
}

bool HeadPicture::masked(const CellBlock& block) const {
    return anyMasked_ && hides_all(snapshot_->request.attention.mask, batch_, rows_, columns_, block);
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
