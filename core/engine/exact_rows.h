#pragma once

#include "core/engine/snapshot.h"

namespace headscope {

/// Some rows of one head of a run, of which it need not have kept anything but Q and K.
struct ExactRows {
    Index batch = 0;
    Index head = 0;
    Index first = 0; ///< query of the first row
    Matrix scores;   ///< (count, n_k): see Trace, and so below
    Matrix weights;
    Matrix dropped; ///< empty where dropout is off

    const Matrix& attention() const { return dropped.size() == 0 ? weights : dropped; }
    bool holds(Index query) const { return query >= first && query < first + weights.rows(); }
};

/// Makes them anew, with the bits of the tensors that the run has or would have had. The rows exist (contract).
ExactRows exact_rows(const Snapshot& snapshot, Index batch, Index head, Index first, Index count);

} // namespace headscope
