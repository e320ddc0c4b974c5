#include "core/cost/adamw_step.h"
#include "core/cost/engines.h"
#include "core/cost/pytorch_module.h"

namespace headscope {

namespace {

// As many as a training step with everything on has, but for the keys of each head.
constexpr std::size_t most_terms = 192;
constexpr std::size_t most_events = 352;

} // namespace

Result<MemoryCost> pytorch_memory(const CostSettings& settings) {
    MemoryTimeline timeline(settings);
    const bool trains = settings.mode == CostMode::training;
    timeline.reserve(trains ? most_terms : 24, trains ? most_events : 48);
    const PytorchTensors tensors = pytorch_forward(timeline, settings);
    timeline.forward_done();
    if (trains) {
        timeline.enter(CostPhase::backward);
        pytorch_backward(timeline, settings, tensors);
        timeline.enter(CostPhase::step);
        adamw_step(timeline);
    }
    Result<MemoryCost> cost = std::move(timeline).finish();
    if (cost) {
        cost->measured = settings.element == ElementType::float32;
    }
    return cost;
}

} // namespace headscope
