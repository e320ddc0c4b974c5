#include "core/attention/weight_map.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "core/base/contract.h"
#include "core/base/whole_numbers.h"

namespace headscope {

WeightMap make_weight_map(Index batch, Index n_heads, Index n_q, Index n_k, Index tile,
                          const std::shared_ptr<std::pmr::memory_resource>& resource) {
    HEADSCOPE_EXPECTS(tile >= 1 && tile <= WeightMap::largest_tile && std::has_single_bit(static_cast<unsigned>(tile)));
    const std::vector<Index> shape{batch, n_heads, ceil_divided(n_q, tile), ceil_divided(n_k, tile)};
    return {tile, Tensor(shape, resource), Tensor(shape, resource)};
}

void reduce_to_tiles(WeightMap& map, Index b, Index h, Index first, const ConstMatrixView& rows) {
    const Index tile = map.tile;
    MatrixView largest = map.largest.matrix(b, h);
    MatrixView mean = map.mean.matrix(b, h);
    HEADSCOPE_EXPECTS(first % tile == 0 && ceil_divided(rows.cols(), tile) == largest.cols());
    HEADSCOPE_EXPECTS(ceil_divided(first + rows.rows(), tile) <= largest.rows());
    std::vector<double> sums(static_cast<std::size_t>(largest.cols()));
    for (Index row = 0; row < rows.rows(); row += tile) {
        const Index count = std::min(tile, rows.rows() - row);
        auto of_row = largest.row((first + row) / tile);
        of_row.setZero();
        std::ranges::fill(sums, 0.0);
        for (Index i = row; i < row + count; ++i) {
            const float* const weights = rows.data() + i * rows.outerStride();
            for (Index j = 0; j < rows.cols(); ++j) {
                const Index t = j / tile;
                of_row[t] = std::max(of_row[t], weights[j]);
                sums[static_cast<std::size_t>(t)] += static_cast<double>(weights[j]);
            }
        }
        for (Index t = 0; t < largest.cols(); ++t) {
            const Index cells = count * std::min(tile, rows.cols() - t * tile);
            mean((first + row) / tile, t) =
                static_cast<float>(sums[static_cast<std::size_t>(t)] / static_cast<double>(cells));
        }
    }
}

Index map_tile_for(Index n, Index most) {
    Index tile = 1;
    while (tile < WeightMap::largest_tile && ceil_divided(n, tile) > most) {
        tile *= 2;
    }
    return tile;
}

} // namespace headscope
