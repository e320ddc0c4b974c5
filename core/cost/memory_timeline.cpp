#include "core/cost/memory_timeline.h"

#include <algorithm>

#include "core/base/contract.h"
#include "core/cost/checked.h"

namespace headscope {

namespace {

std::size_t at(Extent extent) {
    return static_cast<std::size_t>(extent);
}

Checked bytes_of(const MemoryTerm& term, const ExtentValues& values) {
    Checked bytes = term.element_bytes;
    for (int axis = 0; axis < term.shape.rank; ++axis) {
        bytes = bytes * values[at(term.shape.extents[static_cast<std::size_t>(axis)])];
    }
    return bytes;
}

bool is_alive(const MemoryTerm& term, int event) {
    return term.born <= event && (term.died == -1 || term.died > event);
}

} // namespace

MemoryTimeline::MemoryTimeline(const CostSettings& settings) {
    cost_.settings = settings;
    cost_.values.fill(1);
    set(Extent::batch, settings.batch);
    set(Extent::n_heads, settings.n_heads);
    set(Extent::n, settings.seq_len);
    set(Extent::d_model, settings.d_model);
    set(Extent::d_head, settings.d_head());
    set(Extent::threads, settings.threads);
}

void MemoryTimeline::set(Extent extent, Index value) {
    HEADSCOPE_EXPECTS(extent != Extent::one && value >= 0);
    cost_.values[at(extent)] = value;
}

void MemoryTimeline::reserve(std::size_t terms, std::size_t events) {
    cost_.terms.reserve(terms);
    cost_.events.reserve(events);
}

void MemoryTimeline::enter(CostPhase phase) {
    phase_ = phase;
}

int MemoryTimeline::allocate(std::string_view statement, const Made& made) {
    MemoryTerm term;
    term.name = made.name;
    term.symbol = made.symbol;
    term.shape = made.shape;
    term.element_bytes = made.element_bytes > 0 ? made.element_bytes : element_bytes(cost_.settings.element);
    const Checked bytes = bytes_of(term, cost_.values);
    overflow_ = overflow_ || bytes.overflow();
    term.bytes = overflow_ ? 0 : bytes.value();
    term.kind = made.kind;
    term.phase = phase_;
    term.born = static_cast<int>(cost_.events.size());
    const int index = static_cast<int>(cost_.terms.size());
    cost_.terms.push_back(term);
    event(statement, index, term.bytes);
    return index;
}

void MemoryTimeline::release(std::string_view statement, int term) {
    MemoryTerm& released = cost_.terms[static_cast<std::size_t>(term)];
    HEADSCOPE_EXPECTS(released.died == -1);
    released.died = static_cast<int>(cost_.events.size());
    event(statement, term, -released.bytes);
}

void MemoryTimeline::event(std::string_view statement, int term, Index bytes) {
    const Checked live = Checked(live_) + bytes;
    overflow_ = overflow_ || live.overflow();
    live_ = overflow_ ? 0 : live.value();
    if (phase_ == CostPhase::step) {
        cost_.step_peak_bytes = std::max(cost_.step_peak_bytes, live_);
    } else if (live_ > cost_.peak_bytes) {
        cost_.peak_bytes = live_;
        cost_.peak_event = static_cast<int>(cost_.events.size());
    }
    cost_.events.push_back({statement, phase_, term, bytes, live_});
    if (phase_ != CostPhase::step) {
        cost_.alive_at_end_bytes = live_;
    }
}

void MemoryTimeline::forward_done() {
    cost_.forward_peak_bytes = cost_.peak_bytes;
    cost_.alive_after_forward_bytes = live_;
}

Result<MemoryCost> MemoryTimeline::finish() && {
    const CostSettings& s = cost_.settings;
    const Checked d = s.d_model;
    const Checked parameters = d * d * 4 + d * 4;
    const Checked parameter_bytes = parameters * element_bytes(s.element);
    const Checked optimizer_bytes = parameter_bytes * 2;
    if (overflow_ || optimizer_bytes.overflow()) {
        return fail(ErrorCode::cost_too_large, s.batch, s.seq_len, s.d_model, s.n_heads);
    }
    cost_.parameters = parameters.value();
    cost_.parameter_bytes = parameter_bytes.value();
    if (s.mode == CostMode::training) {
        cost_.gradient_bytes = parameter_bytes.value();
        cost_.optimizer_bytes = optimizer_bytes.value();
    }
    for (MemoryTerm& term : cost_.terms) {
        term.at_peak = is_alive(term, cost_.peak_event);
        if (term.at_peak && term.scales_with_heads() == HeadScaling::linear) {
            cost_.peak_with_heads_bytes += term.bytes;
        }
    }
    return std::move(cost_);
}

SymbolicShape shape(std::initializer_list<Extent> extents) {
    SymbolicShape result;
    HEADSCOPE_EXPECTS(extents.size() <= result.extents.size());
    std::ranges::copy(extents, result.extents.begin());
    result.rank = static_cast<int>(extents.size());
    return result;
}

} // namespace headscope
