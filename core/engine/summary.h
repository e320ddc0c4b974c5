#pragma once

#include <vector>

#include "core/engine/snapshot.h"

namespace headscope {

struct Summary {
    std::vector<HeadSummary> heads;     ///< largest value of each head of Trace::attention(), over all batches
    double largest_row_sum_error = 0.0; ///< see Snapshot
};

/// One pass over the weights, or over the map where there is one in their place, with control's threads. Error:
/// cancelled.
Result<Summary> summarise(const Trace& trace, const RunControl& control = {});

} // namespace headscope
