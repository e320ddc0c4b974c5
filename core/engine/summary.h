#pragma once

#include <vector>

#include "core/engine/snapshot.h"

namespace headscope {

struct Summary {
    std::vector<HeadSummary> heads;     ///< largest value of each head of Trace::attention(), over all batches
    double largest_row_sum_error = 0.0; ///< see Snapshot
};

/// One pass over the weights, which need not be there; on at most so many threads where there are many.
Summary summarise(const Trace& trace, Index threads = 1);

} // namespace headscope
