#pragma once

#include <memory>
#include <memory_resource>

#include "core/base/tensor.h"

namespace headscope {

/// A head's matrix at the resolution of a screen: tile x tile cells become their largest and their mean. Of the weights
/// after dropout where it is on (Trace::attention()), which need not exist as a whole.
struct WeightMap {
    static constexpr Index largest_tile = 32;

    Index tile = 0; ///< cells on a side, a power of two; the tiles at the end may have fewer. 0: no map
    Tensor largest; ///< (batch, n_heads, ceil(n_q / tile), ceil(n_k / tile))
    Tensor mean;    ///< same shape; over the cells that a tile has, of which masked ones count as 0

    bool empty() const { return tile == 0; }
    Index bytes() const { return largest.bytes() + mean.bytes(); }
};

/// Contents unspecified, for reduce_to_tiles() to fill. `tile` is a power of two up to largest_tile (contract).
WeightMap make_weight_map(Index batch, Index n_heads, Index n_q, Index n_k, Index tile,
                          const std::shared_ptr<std::pmr::memory_resource>& resource = nullptr);

/// Fills the tiles of rows first .. first + rows.rows() of one head of one batch: whole rows of weights, (count, n_k).
/// `first` is a multiple of the tile, and so is the count unless the last row is among them (contract). A mean is
/// summed in float64, row after row, and rounded once.
void reduce_to_tiles(WeightMap& map, Index b, Index h, Index first, const ConstMatrixView& rows);

/// The smallest tile whose map of n cells on a side has at most `most` of them, at most largest_tile.
Index map_tile_for(Index n, Index most = 1024);

} // namespace headscope
