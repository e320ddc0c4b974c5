#pragma once

#include <memory>

#include <QString>
#include <QStringList>

#include "core/attention/cell_block.h"
#include "core/engine/snapshot.h"
#include "core/session/session_state.h"

namespace headscope::ui {

/// What a heatmap of one head shows. Tooltip, colour and exported value all come from value(), so they agree.
class HeadPicture {
public:
    HeadPicture() = default; ///< empty
    /// head is mean_of_heads or 0 .. n_heads-1; batch 0 .. batch-1 (contract). The snapshot may be empty.
    HeadPicture(std::shared_ptr<const Snapshot> snapshot, int head, ColourRange range, Index batch = 0);

    /// The same picture coloured on another range; shares everything, computes nothing.
    HeadPicture withRange(ColourRange range) const;

    bool empty() const { return rows_ == 0 || columns_ == 0; }
    const std::shared_ptr<const Snapshot>& snapshot() const { return snapshot_; }
    int head() const { return head_; }
    Index batch() const { return batch_; }
    Index rows() const { return rows_; }       ///< queries
    Index columns() const { return columns_; } ///< keys
    float rangeMax() const { return rangeMax_; }
    float largest() const { return largest_; } ///< of the head, over all batches; of the mean, in this batch
    ColourRange range() const { return range_; }

    float value(Index query, Index key) const; ///< weight; after dropout where it is on
    const float* row(Index query) const;       ///< the values of a query, columns() of them
    bool masked(const CellBlock& block) const; ///< the mask hides all of it
    bool masked(Index query, Index key) const { return masked(CellBlock{query, 1, key, 1}); }
    bool fullyMasked(Index query) const { return masked(CellBlock{query, 1, 0, columns_}); } ///< no key is visible
    bool anyMasked() const { return anyMasked_; }
    bool anyFullyMasked() const { return anyFullyMasked_; }

private:
    std::shared_ptr<const Snapshot> snapshot_;
    std::shared_ptr<const Matrix> mean_; ///< only for mean_of_heads
    const float* cells_ = nullptr;       ///< rows x columns, of mean_ or of the snapshot
    bool anyMasked_ = false;
    bool anyFullyMasked_ = false;
    int head_ = 0;
    ColourRange range_ = ColourRange::head_max;
    Index batch_ = 0;
    Index rows_ = 0;
    Index columns_ = 0;
    float largest_ = 0.0F;
    float rangeMax_ = 0.0F;
};

/// A token as it can be seen: signs for white space (space ␠, tab ⇥, new line ↵), "U+200B" for other characters that
/// show nothing, a dotted circle under a lone accent; never blank. Joiners inside emoji and words stay.
QString visibleToken(QStringView token);

/// The label of each token on an axis, as visibleToken(). For arrays, which have no tokens: "0", "1", ...
QStringList queryLabels(const Snapshot& snapshot);
QStringList keyLabels(const Snapshot& snapshot);

/// "Head 3", or "Mean of heads".
QString headName(int head);

} // namespace headscope::ui
