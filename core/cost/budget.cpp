#include "core/cost/budget.h"

#include <algorithm>

#include "core/base/contract.h"
#include "core/cost/checked.h"

namespace headscope {

namespace {

// What is there beside the tensors of a phase. The step's own events make the optimizer's states.
Checked standing_bytes(const MemoryCost& cost, CostPhase phase) {
    return phase == CostPhase::step ? Checked(cost.parameter_bytes)
                                    : Checked(cost.parameter_bytes) + cost.optimizer_bytes;
}

tl::unexpected<Error> too_large(const CostSettings& s) {
    return fail(ErrorCode::cost_too_large, s.batch, s.seq_len, s.d_model, s.n_heads);
}

// Bytes at this length, or more than any budget where they pass 63 bits.
Result<Index> needed_at(CostSettings settings, Index seq_len) {
    settings.seq_len = seq_len;
    return memory_cost(settings).and_then(needed_bytes);
}

bool fits(const Result<Index>& needed, Index budget) {
    return needed.has_value() && *needed <= budget;
}

// The first allocation with which the budget is passed.
std::string_view first_beyond(const MemoryCost& cost, Index budget) {
    for (const MemoryEvent& event : cost.events) {
        if (event.live > budget - standing_bytes(cost, event.phase).value()) {
            return cost.terms[static_cast<std::size_t>(event.term)].name;
        }
    }
    return "parameters";
}

} // namespace

Result<Index> needed_bytes(const MemoryCost& cost) {
    const Checked passes = standing_bytes(cost, CostPhase::forward) + cost.peak_bytes;
    const Checked step = standing_bytes(cost, CostPhase::step) + cost.step_peak_bytes;
    if (passes.overflow() || step.overflow()) {
        return too_large(cost.settings);
    }
    return std::max(passes.value(), step.value());
}

Result<BudgetFit> fit_budget(CostSettings settings, Index budget) {
    HEADSCOPE_EXPECTS(budget >= 0);
    settings.seq_len = 1;
    const Result<Index> least = needed_at(settings, 1);
    if (!least) {
        return tl::make_unexpected(least.error());
    }
    Index low = 0; // fits
    Index high = 1;
    while (fits(needed_at(settings, high), budget)) {
        low = high;
        high *= 2; // every length adds bytes, so this ends where they pass the budget or 63 bits
    }
    while (high - low > 1) {
        const Index middle = low + (high - low) / 2;
        (fits(needed_at(settings, middle), budget) ? low : high) = middle;
    }
    BudgetFit fit;
    fit.largest_seq_len = low;
    fit.needed_bytes = low == 0 ? 0 : needed_at(settings, low).value();
    settings.seq_len = low + 1;
    const Result<MemoryCost> beyond = memory_cost(settings);
    if (!beyond) {
        return tl::make_unexpected(beyond.error());
    }
    const Result<Index> needed = needed_bytes(*beyond);
    if (!needed) {
        return tl::make_unexpected(needed.error());
    }
    fit.needed_one_more = *needed;
    const bool parameters_alone = standing_bytes(*beyond, CostPhase::forward).value() > budget;
    fit.breaking_term = parameters_alone ? std::string_view("parameters") : first_beyond(*beyond, budget);
    return fit;
}

} // namespace headscope
