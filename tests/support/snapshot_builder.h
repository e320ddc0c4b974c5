#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/engine/snapshot.h"

namespace headscope {

/// A Snapshot around given weights: what a view shows of numbers that a test chooses.
class SnapshotBuilder {
public:
    using Rows = std::vector<std::vector<float>>;

    /// Adds a head; all heads have the same size. The scores are the weights times ten.
    SnapshotBuilder& head(const Rows& weights) {
        heads_.push_back(weights);
        return *this;
    }
    /// Tokens of a text; without them the snapshot is one of arrays.
    SnapshotBuilder& tokens(const std::vector<std::string>& texts) {
        tokens_ = texts;
        return *this;
    }
    SnapshotBuilder& mask(Mask mask, MaskFill fill = MaskFill::article) {
        settings_.mask = std::move(mask);
        settings_.mask_fill = fill;
        return *this;
    }
    /// The heads given so far become weights before dropout; `dropped` are those after it, head by head.
    SnapshotBuilder& dropout(double p, const std::vector<Rows>& dropped) {
        settings_.dropout = p;
        dropped_ = dropped;
        return *this;
    }

    std::shared_ptr<const Snapshot> build() const {
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->request.attention = settings_;
        snapshot->request.input = tokens_.empty() ? decltype(Request::input)(ArrayInput{}) : TextInput{};
        for (const std::string& text : tokens_) {
            snapshot->tokens.push_back({text, 0, static_cast<Index>(text.size())});
        }
        if (heads_.empty()) {
            return snapshot;
        }
        const auto n_heads = static_cast<Index>(heads_.size());
        snapshot->request.dims = *ModelDims::create(8 * n_heads, n_heads);
        const Rows& first = heads_.front();
        snapshot->trace.Q = Tensor::zeros({1, static_cast<Index>(first.size()), 8 * n_heads});
        snapshot->trace.K = Tensor::zeros({1, static_cast<Index>(first.front().size()), 8 * n_heads});
        snapshot->trace.weights = tensor(heads_, 1.0F);
        snapshot->trace.scores = tensor(heads_, 10.0F);
        if (!dropped_.empty()) {
            snapshot->trace.dropped = tensor(dropped_, 1.0F);
        }
        for (Index head = 0; head < n_heads; ++head) {
            snapshot->heads.push_back({snapshot->trace.attention().matrix(0, head).maxCoeff()});
        }
        return snapshot;
    }

private:
    static Tensor tensor(const std::vector<Rows>& heads, float factor) {
        const Rows& first = heads.front();
        Tensor result({1, static_cast<Index>(heads.size()), static_cast<Index>(first.size()),
                       static_cast<Index>(first.front().size())});
        float* out = result.data();
        for (const Rows& rows : heads) {
            for (const std::vector<float>& row : rows) {
                out = std::transform(row.begin(), row.end(), out, [factor](float value) { return value * factor; });
            }
        }
        return result;
    }

    std::vector<Rows> heads_;
    std::vector<Rows> dropped_;
    std::vector<std::string> tokens_;
    AttentionSettings settings_;
};

/// The matrix with 1 on the diagonal, and the one with 1 on the other diagonal (case V1).
inline SnapshotBuilder::Rows identity_rows(Index n, bool reversed = false) {
    SnapshotBuilder::Rows rows(static_cast<std::size_t>(n), std::vector<float>(static_cast<std::size_t>(n), 0.0F));
    for (Index i = 0; i < n; ++i) {
        rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(reversed ? n - 1 - i : i)] = 1.0F;
    }
    return rows;
}

} // namespace headscope
