#pragma once

#include <memory>
#include <vector>

#include "core/attention/attention.h"
#include "core/engine/request.h"
#include "core/text/tokenizer.h"

namespace headscope {

/// What a head's matrix holds, over all batches, of Trace::attention(), which need not exist.
struct HeadSummary {
    float largest = 0.0F;
    float largest_mean = 0.0F; ///< of the tiles' means; 0 without a map

    friend bool operator==(const HeadSummary&, const HeadSummary&) = default;
};

/// Seconds of the last run, measured.
struct Timings {
    double tokenize = 0.0;
    double embed = 0.0;      ///< embeddings and positions
    double parameters = 0.0; ///< generated or read; 0 when they were still there from the run before
    double attention = 0.0;  ///< the forward pass
    double total = 0.0;
    Index rows_before = 0; ///< of Q, K and V (and perhaps of what follows) that were still there from the run before,
                           ///< so that `attention` is less than a whole pass; see earlier_rows.h
};

/// One finished run: immutable, with its own request, so that a view needs nothing else.
struct Snapshot {
    Request request;
    std::vector<Token> tokens; ///< of a text; empty for arrays
    std::shared_ptr<const Parameters> parameters;
    Trace trace; ///< of an empty text: all tensors empty, no memory. trace.memory is to be predicted_memory()'s figures
    std::vector<HeadSummary> heads;
    double largest_row_sum_error =
        0.0; ///< largest |sum of a row of weights - 1|, in float64; rows filled with zeros left out; 0 without weights
    Timings timings;
    Index threads = 1; ///< RunControl::threads of the run, which is part of what it allocates

    Index batch() const { return trace.batch(); }
    Index n_q() const { return trace.n_q(); }
    Index n_k() const { return trace.n_k(); }
    bool empty() const { return trace.Q.empty(); }
    /// What views show is after dropout.
    bool after_dropout() const { return !trace.dropped.empty() || (mapped() && request.attention.dropout > 0.0); }
    /// There is a map in place of the weights, which exact_rows() makes anew.
    bool mapped() const { return !trace.map.empty(); }
};

} // namespace headscope
