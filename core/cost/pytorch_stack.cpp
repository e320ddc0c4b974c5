#include "core/cost/pytorch_module.h"

namespace headscope {

namespace {

// for layer in layers: y = layer(y, y, y, mask)
std::vector<PytorchTensors> forward(MemoryTimeline& timeline, const CostSettings& settings, Index layers) {
    std::vector<PytorchTensors> all;
    for (Index layer = 0; layer < layers; ++layer) {
        all.push_back(pytorch_forward(timeline, settings));
        if (layer > 0 && settings.mode == CostMode::inference) {
            timeline.release("stack", all[all.size() - 2].output); // y has another value now
        }
    }
    return all;
}

std::vector<int> backward(MemoryTimeline& timeline, const CostSettings& settings,
                          const std::vector<PytorchTensors>& layers) {
    std::vector<int> from;
    PytorchPlace place;
    for (std::size_t layer = layers.size(); layer-- > 0;) {
        from.push_back(timeline.events());
        place.input = layer > 0 ? layers[layer - 1].output : -1;
        place.incoming = pytorch_backward(timeline, settings, layers[layer], place);
    }
    return from;
}

} // namespace

Result<PytorchStack> pytorch_stack(const CostSettings& settings, Index layers) {
    MemoryTimeline timeline(settings);
    constexpr std::size_t most_terms = 48;
    constexpr std::size_t most_events = 88;
    timeline.reserve(static_cast<std::size_t>(layers) * most_terms, static_cast<std::size_t>(layers) * most_events);
    PytorchStack stack;
    const std::vector<PytorchTensors> tensors = forward(timeline, settings, layers);
    timeline.forward_done();
    if (settings.mode == CostMode::training) {
        timeline.enter(CostPhase::backward);
        stack.backward_from = backward(timeline, settings, tensors);
    }
    return std::move(timeline).finish().transform([&](MemoryCost cost) {
        stack.cost = std::move(cost);
        return std::move(stack);
    });
}

} // namespace headscope
