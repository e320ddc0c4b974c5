#include "core/cost/stack.h"

#include <algorithm>
#include <span>

#include "core/base/contract.h"
#include "core/cost/checked.h"
#include "core/cost/pytorch_module.h"

namespace headscope {

namespace {

Checked larger(Checked a, Checked b) {
    return a.overflow() || (!b.overflow() && a.value() >= b.value()) ? a : b;
}

// One (batch, n, d_model) tensor: a layer's output, the next one's input.
Checked row_bytes(const CostSettings& s) {
    return Checked(s.batch) * s.seq_len * s.d_model * element_bytes(s.element);
}

Index highest(std::span<const MemoryEvent> events) {
    Index live = 0;
    for (const MemoryEvent& event : events) {
        live = std::max(live, event.live);
    }
    return live;
}

// While the backward pass is in layer i, those below hold what they saved and those above their parameters' gradients.
// Three layers show all that can happen: the last one (its gradient is the caller's), one in the middle, and the first
// (its input is the caller's). More layers add a straight line to each.
Result<Checked> pytorch_training_peak(const MemoryCost& layer, Index layers) {
    const Checked saved = layer.alive_after_forward_bytes;
    const Checked gradients = layer.gradient_bytes;
    return pytorch_stack(layer.settings, std::min<Index>(layers, 3)).transform([&](const PytorchStack& stack) {
        if (layers <= 3) {
            return Checked(stack.cost.peak_bytes);
        }
        const std::span<const MemoryEvent> events(stack.cost.events);
        const auto middle = static_cast<std::size_t>(stack.backward_from[1]);
        const auto first = static_cast<std::size_t>(stack.backward_from[2]);
        const Checked more = layers - 3;
        const Checked in_last = Checked(highest(events.subspan(0, middle))) + more * saved; // and the forward pass
        const Checked in_middle =
            Checked(highest(events.subspan(middle, first - middle))) + more * larger(saved, gradients);
        const Checked in_first = Checked(highest(events.subspan(first))) + more * gradients;
        return larger(in_last, larger(in_middle, in_first));
    });
}

// The same reasoning from one layer's peak alone: in the last layer, in the one below it, in the first.
Checked computed_training_peak(const MemoryCost& layer, Index layers) {
    const Checked saved = layer.alive_after_forward_bytes;
    const Checked peak = layer.peak_bytes;
    const Checked in_last = Checked(layers - 1) * saved + peak;
    const Checked handed_down = row_bytes(layer.settings);
    const Checked below_last = Checked(layers - 2) * saved + peak + layer.gradient_bytes + handed_down;
    const Checked in_first = Checked(layers - 1) * layer.gradient_bytes + peak + handed_down;
    return larger(in_last, larger(below_last, in_first));
}

Result<Checked> peak(const MemoryCost& layer, Index layers) {
    const CostSettings& s = layer.settings;
    if (layers == 1) {
        return Checked(layer.peak_bytes);
    }
    if (s.mode == CostMode::inference) {
        return layer.peak_bytes + row_bytes(s); // the input, which the layer below made
    }
    if (s.engine == CostEngine::pytorch) {
        return pytorch_training_peak(layer, layers);
    }
    return computed_training_peak(layer, layers);
}

// All states are made before the first parameter is updated; temporaries are those of one layer.
Checked step_peak(const MemoryCost& layer, Index layers) {
    if (layer.step_peak_bytes == 0) { // the engine has no optimizer, or it is not training
        return 0;
    }
    Checked kept = 0;
    for (const MemoryTerm& term : layer.terms) {
        if (term.kind == TermKind::gradient || term.kind == TermKind::optimizer_state) {
            kept = kept + term.bytes;
        }
    }
    return layer.step_peak_bytes + Checked(layers - 1) * kept;
}

} // namespace

Result<StackCost> stack_cost(const MemoryCost& layer, Index layers) {
    HEADSCOPE_EXPECTS(layers >= 1);
    const CostSettings& s = layer.settings;
    const Result<Checked> peak_bytes = peak(layer, layers);
    if (!peak_bytes) {
        return tl::make_unexpected(peak_bytes.error());
    }
    const Checked alive = Checked(s.mode == CostMode::training ? layers : 1) * layer.alive_after_forward_bytes;
    const Checked step = step_peak(layer, layers);
    const Checked parameter_bytes = Checked(layers) * layer.parameter_bytes;
    const Checked optimizer_bytes = Checked(layers) * layer.optimizer_bytes;
    for (const Checked& figure :
         {*peak_bytes, alive, step, parameter_bytes, optimizer_bytes, Checked(layers) * layer.parameters}) {
        if (figure.overflow()) {
            return fail(ErrorCode::cost_too_large, s.batch, s.seq_len, s.d_model, s.n_heads);
        }
    }
    StackCost stack;
    stack.layers = layers;
    stack.parameters = layers * layer.parameters;
    stack.parameter_bytes = parameter_bytes.value();
    stack.gradient_bytes = layers * layer.gradient_bytes;
    stack.optimizer_bytes = optimizer_bytes.value();
    stack.peak_bytes = peak_bytes->value();
    stack.alive_after_forward_bytes = alive.value();
    stack.step_peak_bytes = step.value();
    return stack;
}

} // namespace headscope
