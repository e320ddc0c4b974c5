#pragma once

#include "core/attention/attention.h"
#include "core/cost/memory_cost.h"

namespace headscope {

// One function an engine: it tells its allocations to a MemoryTimeline. Settings have passed check().

Result<MemoryCost> pytorch_memory(const CostSettings& settings);

// Headscope's engines. The forward pass is that of core/attention, allocation by allocation, and a test compares the
// two to the byte. In training there is a backward pass and an AdamW step, which are computed: Headscope does not train
// yet. The backward pass makes the gradients of all tensors and parameters in reverse order (X needs none, as in the
// article's module), releases every tensor once it has been used and keeps the parameters' gradients. The output stays,
// its gradient is the caller's. The step makes AdamW's moments and works in place.

/// Keeps every intermediate; scores too, which the backward pass does not need, until it has reached them.
Result<MemoryCost> materialised_memory(const CostSettings& settings);
/// As attend() does it: also for n_k keys that are not the seq_len queries, and with what is wanted of it. Without a
/// tensor that the backward pass needs there is none: only the figures of the forward pass count then.
Result<MemoryCost> materialised_memory(const CostSettings& settings, Index n_k, const Wanted& wanted = {});
/// Saves Q, K, V, concat and the log-sum-exp, and makes weights and their gradients anew, tile by tile.
Result<MemoryCost> blocked_memory(const CostSettings& settings);
/// As attend() does it where no scores, weights or map are wanted: also for n_k keys that are not the seq_len queries.
Result<MemoryCost> blocked_memory(const CostSettings& settings, Index n_k);

} // namespace headscope
