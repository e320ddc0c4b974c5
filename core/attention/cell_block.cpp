#include "core/attention/cell_block.h"

#include <algorithm>

#include "core/base/contract.h"

namespace headscope {

namespace {

const std::uint8_t* matrix_row(const Mask& mask, Index b, Index query) {
    const MaskMatrix& matrix = *mask.values();
    const Index batch = matrix.batches == 1 ? 0 : b;
    return matrix.visible.data() + (batch * matrix.n_q + query) * matrix.n_k;
}

template <typename RowHolds>
bool every_row(const CellBlock& block, const RowHolds& holds) {
    for (Index query = block.query; query < block.query + block.queries; ++query) {
        if (!holds(query)) {
            return false;
        }
    }
    return true;
}

} // namespace

bool hides_all(const Mask& mask, Index b, Index n_q, Index n_k, const CellBlock& block) {
    HEADSCOPE_EXPECTS(block.query >= 0 && block.queries >= 1 && block.query + block.queries <= n_q);
    HEADSCOPE_EXPECTS(block.key >= 0 && block.keys >= 1 && block.key + block.keys <= n_k);
    if (mask.kind() != Mask::Kind::matrix) { // a later query sees no less
        return mask.end_of_keys(block.query + block.queries - 1, n_q, n_k) <= block.key;
    }
    return every_row(block, [&](Index query) {
        const std::uint8_t* const row = matrix_row(mask, b, query) + block.key;
        return std::all_of(row, row + block.keys, [](std::uint8_t v) { return v == 0; });
    });
}

bool hides_any(const Mask& mask, Index b, Index n_q, Index n_k, const CellBlock& block) {
    HEADSCOPE_EXPECTS(block.query >= 0 && block.queries >= 1 && block.query + block.queries <= n_q);
    HEADSCOPE_EXPECTS(block.key >= 0 && block.keys >= 1 && block.key + block.keys <= n_k);
    if (mask.kind() != Mask::Kind::matrix) {
        return mask.end_of_keys(block.query, n_q, n_k) < block.key + block.keys;
    }
    return !every_row(block, [&](Index query) {
        const std::uint8_t* const row = matrix_row(mask, b, query) + block.key;
        return std::all_of(row, row + block.keys, [](std::uint8_t v) { return v != 0; });
    });
}

} // namespace headscope
