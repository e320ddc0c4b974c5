#pragma once

#include <memory>
#include <span>
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
    bool masked(Index query, Index key) const; ///< hidden by the mask
    bool fullyMasked(Index query) const;       ///< no key is visible to this query
    bool anyMasked() const { return visible_ && visible_->anyHidden; }
    bool anyFullyMasked() const { return visible_ && visible_->anyRowHidden; }

private:
    friend std::vector<HeadPicture> headPictures(const std::shared_ptr<const Snapshot>& snapshot,
                                                 std::span<const int> heads, ColourRange range, Index batch);
    /// What the mask lets through; the same for all heads, so that their pictures share it.
    struct Visible {
        std::vector<std::uint8_t> cells;  ///< rows x columns, 0 = hidden
        std::vector<std::uint8_t> anyKey; ///< rows, 0 = no key is visible
        bool anyHidden = false;
        bool anyRowHidden = false;
    };
    static std::shared_ptr<const Visible> visibleCells(const Snapshot& snapshot, Index batch);
    HeadPicture(std::shared_ptr<const Snapshot> snapshot, int head, ColourRange range, Index batch,
                std::shared_ptr<const Visible> visible);
    const float* cells() const;

    std::shared_ptr<const Snapshot> snapshot_;
    std::shared_ptr<const Matrix> mean_;     ///< only for mean_of_heads
    std::shared_ptr<const Visible> visible_; ///< none without a mask
    int head_ = 0;
    ColourRange range_ = ColourRange::head_max;
    Index batch_ = 0;
    Index rows_ = 0;
    Index columns_ = 0;
    float largest_ = 0.0F;
    float rangeMax_ = 0.0F;
};

/// The pictures of several heads; they share what the mask lets through.
std::vector<HeadPicture> headPictures(const std::shared_ptr<const Snapshot>& snapshot, std::span<const int> heads,
                                      ColourRange range, Index batch = 0);

/// A token as it can be seen: signs for white space (space ␠, tab ⇥, new line ↵), "U+200B" for other characters that
/// show nothing, a dotted circle under a lone accent; never blank. Joiners inside emoji and words stay.
QString visibleToken(QStringView token);

/// The label of each token on an axis, as visibleToken(). For arrays, which have no tokens: "0", "1", ...
QStringList queryLabels(const Snapshot& snapshot);
QStringList keyLabels(const Snapshot& snapshot);

/// "Head 3", or "Mean of heads".
QString headName(int head);

} // namespace headscope::ui
