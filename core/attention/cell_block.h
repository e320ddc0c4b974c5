#pragma once

#include "core/attention/mask.h"

namespace headscope {

/// Some queries and some keys that lie next to each other, at least one of each.
struct CellBlock {
    Index query = 0;
    Index queries = 1;
    Index key = 0;
    Index keys = 1;
};

/// Whether the mask hides every cell of a block that lies inside (n_q, n_k). The mask fits. At once for a rule, cell by
/// cell for a matrix.
bool hides_all(const Mask& mask, Index b, Index n_q, Index n_k, const CellBlock& block);

/// Whether it hides any cell of it.
bool hides_any(const Mask& mask, Index b, Index n_q, Index n_k, const CellBlock& block);

} // namespace headscope
