#pragma once

#include <memory>
#include <vector>

#include <QString>
#include <QStringList>

#include "core/engine/snapshot.h"
#include "core/session/session_state.h"

namespace headscope::ui {

/// What a heatmap of one head shows. Tooltip, colour and exported value all come from value(), so they agree.
class HeadPicture {
public:
    HeadPicture() = default; ///< empty
    /// head is mean_of_heads or 0 .. n_heads-1; batch 0 .. batch-1 (contract). The snapshot may be empty.
    HeadPicture(std::shared_ptr<const Snapshot> snapshot, int head, ColourRange range, Index batch = 0);

    bool empty() const { return rows_ == 0 || columns_ == 0; }
    const std::shared_ptr<const Snapshot>& snapshot() const { return snapshot_; }
    int head() const { return head_; }
    Index batch() const { return batch_; }
    Index rows() const { return rows_; }       ///< queries
    Index columns() const { return columns_; } ///< keys
    float rangeMax() const { return rangeMax_; }
    ColourRange range() const { return range_; }

    float value(Index query, Index key) const; ///< weight; after dropout where it is on
    bool masked(Index query, Index key) const; ///< hidden by the mask
    bool fullyMasked(Index query) const;       ///< no key is visible to this query

private:
    std::shared_ptr<const Snapshot> snapshot_;
    std::shared_ptr<const Matrix> mean_; ///< only for mean_of_heads
    std::vector<std::uint8_t> visible_;  ///< empty without a mask
    int head_ = 0;
    ColourRange range_ = ColourRange::head_max;
    Index batch_ = 0;
    Index rows_ = 0;
    Index columns_ = 0;
    float rangeMax_ = 0.0F;
};

/// The label of each token on an axis: its text, with visible signs for white space (space ␠, tab ⇥, new line ↵) and
/// for other invisible characters; never blank. For arrays, which have no tokens: "0", "1", ...
QStringList queryLabels(const Snapshot& snapshot);
QStringList keyLabels(const Snapshot& snapshot);

/// "Head 3", or "Mean of heads".
QString headName(int head);

} // namespace headscope::ui
