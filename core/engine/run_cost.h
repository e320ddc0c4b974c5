#pragma once

#include "core/cost/memory_cost.h"
#include "core/engine/request.h"

namespace headscope {

/// What a run of so many tokens (or rows of arrays) keeps: what is wanted, or beyond Request::map_above a map that fits
/// a screen.
Wanted kept_by(const Request& request, Index n_q, Index n_k);

/// The memory question whose answer a run of `request` must match to the byte: `n` tokens (or rows of arrays) in each
/// of `batch` sequences, attend()'s engine in float32. Dropout means training mode. Of `threads`, a small run takes
/// one; so below.
CostSettings cost_settings(const Request& request, Index batch, Index n, Index threads = 1);

/// Everything that a run needs: the parameters, as they are and packed, and what it allocates at its peak; without a
/// token the parameters. The largest number where that passes 63 bits.
Index bytes_of_run(const Request& request, Index batch, Index n_q, Index n_k, Index threads = 1);

/// What a run of `request` will allocate: forward_peak_bytes and alive_after_forward_bytes are Trace::memory's
/// peak_bytes and alive_bytes. Errors: those of memory_cost(); cost_size_not_positive where there is no token.
Result<MemoryCost> predicted_memory(const Request& request, Index batch, Index n);
/// Also for n_k keys that are not the n_q queries.
Result<MemoryCost> predicted_memory(const Request& request, Index batch, Index n_q, Index n_k, Index threads);

} // namespace headscope
