#pragma once

#include "core/attention/attention.h"
#include "core/engine/snapshot.h"

namespace headscope {

/// What a run of `now` (its request, tokens and parameters are there) may take over from the run before, so that
/// nothing is computed twice: rows of Q, K and V of a text's tokens up to the first that differs, which do not depend
/// on the number of heads or the mask; and under the causal mask, with the same heads and settings, all that follows
/// from them. Always bit by bit what a full run computes. `before` may be null; it outlives the result.
Earlier earlier_rows(const Snapshot* before, const Snapshot& now, const Wanted& wanted);

} // namespace headscope
