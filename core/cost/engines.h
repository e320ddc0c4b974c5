#pragma once

#include "core/cost/memory_cost.h"

namespace headscope {

// One function an engine: it tells its allocations to a MemoryTimeline. Settings have passed check().

Result<MemoryCost> pytorch_memory(const CostSettings& settings);
Result<MemoryCost> materialised_memory(const CostSettings& settings);
Result<MemoryCost> blocked_memory(const CostSettings& settings);

} // namespace headscope
