#pragma once

#include <array>
#include <memory>

#include <QString>
#include <QStringList>

#include "core/attention/cell_block.h"
#include "core/engine/exact_rows.h"
#include "core/session/session_state.h"

namespace headscope::ui {

/// Exact rows and whose they are.
struct RowsOfRun {
    std::shared_ptr<const Snapshot> snapshot;
    ExactRows rows;
};

/// What the colours of a head may reach to.
struct RangeTops {
    float largest = 0.0F;   ///< of the head, over all batches; of the mean, in this batch
    float medianRow = 0.0F; ///< of the largest values of the rows of this batch that are not all 0, in order, the one
                            ///< at (their number) / 2: half of the rows at least lie below or at it
};

/// What a heatmap of one head shows. Tooltip, colour and exported value all come from value(), so they agree.
///
/// A run of many tokens has a map in place of its weights. Its picture shows the tiles of the map, and exact cells
/// where exact rows have been made for it; asTiles() is a picture that has the tiles for cells.
class HeadPicture {
public:
    HeadPicture() = default; ///< empty
    /// head is mean_of_heads (not of a map) or 0 .. n_heads-1; batch 0 .. batch-1 (contract). The snapshot may be
    /// empty.
    HeadPicture(std::shared_ptr<const Snapshot> snapshot, int head, ColourRange range, Index batch = 0);

    /// The same picture shown otherwise; shares everything, computes nothing. See ColourRange for automatic, which
    /// range() tells as what it came to.
    HeadPicture withRange(ColourRange range) const;
    HeadPicture withTiles(TileValue value) const;
    /// Rows of another run, head or batch change nothing.
    HeadPicture withExactRows(const std::shared_ptr<const RowsOfRun>& rows) const;
    HeadPicture withoutExactRows() const;
    HeadPicture asTiles() const;

    bool empty() const { return rows_ == 0 || columns_ == 0; }
    const std::shared_ptr<const Snapshot>& snapshot() const { return snapshot_; }
    int head() const { return head_; }
    Index batch() const { return batch_; }
    Index rows() const { return rows_; }       ///< queries; with asTiles() tiles, and so below
    Index columns() const { return columns_; } ///< keys
    float rangeMax() const { return rangeMax_; }
    bool exceedsRange() const { return tops().largest > rangeMax_; } ///< values above rangeMax() show the last colour
    float largest() const { return tops().largest; }                 ///< see RangeTops, and so below
    float medianRow() const { return tops().medianRow; }
    ColourRange range() const { return range_; }

    Index tile() const { return tile_; } ///< cells on a side of what the run has: 1, or a map's tile
    TileValue tileValue() const { return tileValue_; }
    Index unit() const {
        return unit_;
    } ///< cells on a side of what rows() and columns() count: 1, or with asTiles() tile()

    float value(Index query, Index key) const; ///< weight; after dropout where it is on. Of a tile: see tileValue()
    /// value() is that of one cell.
    bool exact(Index query) const { return tile_ == 1 || (unit_ == 1 && step(query, query) == 1); }
    /// For how many rows and columns one value of these queries stands: 1, or tile() where they show a map's tiles.
    Index step(Index first, Index last) const;
    /// The values of a query, one for `step` columns each; step is that of a range with the query in it.
    const float* row(Index query, Index step = 1) const;
    const std::shared_ptr<const RowsOfRun>& exactRows() const { return exactRows_; }

    bool masked(const CellBlock& block) const;       ///< the mask hides all of it
    bool partlyMasked(const CellBlock& block) const; ///< it hides some of it, or all
    bool masked(Index query, Index key) const { return masked(CellBlock{query, 1, key, 1}); }
    bool fullyMasked(Index query) const { return masked(CellBlock{query, 1, 0, columns_}); } ///< no key is visible
    bool anyMasked() const { return anyMasked_; }
    bool anyFullyMasked() const { return anyFullyMasked_; }

private:
    CellBlock cellsOf(const CellBlock& block) const; ///< in cells of the run
    void takeTiles();
    const RangeTops& tops() const { return tops_[static_cast<std::size_t>(tileValue_)]; }
    void takeMasks();

    std::shared_ptr<const Snapshot> snapshot_;
    std::shared_ptr<const Matrix> mean_; ///< only for mean_of_heads
    std::shared_ptr<const RowsOfRun> exactRows_;
    const float* cells_ = nullptr; ///< row after row: of mean_, of the snapshot's attention or of its map
    Index cellColumns_ = 0;
    bool anyMasked_ = false;
    bool anyFullyMasked_ = false;
    int head_ = 0;
    ColourRange range_ = ColourRange::head_max;
    TileValue tileValue_ = TileValue::largest;
    Index batch_ = 0;
    Index rows_ = 0;
    Index columns_ = 0;
    Index tile_ = 1;
    Index unit_ = 1;
    std::array<RangeTops, 2> tops_; ///< by TileValue; without a map both are the same
    float rangeMax_ = 0.0F;
};

/// A token as it can be seen: signs for white space (space ␠, tab ⇥, new line ↵), "U+200B" for other characters that
/// show nothing, a dotted circle under a lone accent; never blank. Joiners inside emoji and words stay.
QString visibleToken(QStringView token);

/// The label of each token on an axis, as visibleToken(); of a tile that of its first. For arrays, which have no
/// tokens: "0", "1", ...
QStringList queryLabels(const HeadPicture& picture);
QStringList keyLabels(const HeadPicture& picture);

/// "Head 3", or "Mean of heads".
QString headName(int head);

} // namespace headscope::ui
