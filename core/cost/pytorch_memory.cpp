#include "core/cost/engines.h"
#include "core/cost/memory_timeline.h"

namespace headscope {

Result<MemoryCost> pytorch_memory(const CostSettings& settings) {
    using enum Extent;
    const SymbolicShape rows = shape({batch, n, d_model});
    const SymbolicShape cells = shape({batch, n_heads, n, n});
    MemoryTimeline timeline(settings);
    for (const char* name : {"Q", "K", "V"}) {
        timeline.allocate(name, {name, name, rows});
    }
    timeline.allocate("scores", {"scores", "scores", cells});
    timeline.allocate("softmax", {"weights", "weights", cells});
    if (settings.drops()) {
        timeline.allocate("dropout", {"dropped", "dropped", cells});
    }
    timeline.allocate("context", {"concat", "concat", rows});
    timeline.allocate("W_o", {"output", "output", rows});
    timeline.forward_done();
    return std::move(timeline).finish();
}

} // namespace headscope
