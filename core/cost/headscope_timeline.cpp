#include "core/cost/headscope_timeline.h"

#include <algorithm>

#include "core/attention/block_sizes.h"
#include "core/cost/adamw_step.h"

namespace headscope {

namespace {

constexpr TermKind temporary = TermKind::temporary;

} // namespace

HeadscopeTimeline::HeadscopeTimeline(const CostSettings& settings, Index n_k)
    : settings_(settings)
    , queries_(settings.seq_len == n_k ? Extent::n : Extent::n_q)
    , keys_(settings.seq_len == n_k ? Extent::n : Extent::n_k)
    , timeline_(settings) {
    set(Extent::n_q, settings.seq_len);
    set(Extent::n_k, n_k);
    set(Extent::lanes, panel_lanes);
}

int HeadscopeTimeline::make_gradient(std::string_view statement, std::string_view name, const SymbolicShape& of) {
    return make(statement, {name, "", of, temporary});
}

int HeadscopeTimeline::replace(std::string_view statement, int gradient, std::string_view name,
                               const SymbolicShape& of) {
    const int made = make_gradient(statement, name, of);
    release(statement, gradient);
    return made;
}

void HeadscopeTimeline::set_panels(Index panels) {
    const CostSettings& s = settings_;
    const HeadTasks tasks = head_tasks(s.batch, s.n_heads, s.seq_len, panels);
    set(Extent::panels, panels);
    set(Extent::threads, std::min(s.threads, tasks.count));
}

void HeadscopeTimeline::use_in_heads(Extent keys) {
    using enum Extent;
    std::vector<Made> buffers{
        {"queries of the panels, divided", "", shape({threads, panels, d_head, lanes}), temporary},
        {"scores of a panel, then its weights", "", shape({threads, keys, lanes}), temporary},
        {"head outputs of the panels", "", shape({threads, panels, d_head, lanes}), temporary}};
    if (settings_.masked()) {
        buffers.push_back({"visible keys of the panels", "", shape({threads, panels, keys_}), temporary, 4});
    }
    if (settings_.drops()) {
        buffers.push_back({"kept cells of a row", "", shape({threads, keys}), temporary, 1});
    }
    use("context", buffers);
}

void HeadscopeTimeline::use(std::string_view statement, const std::vector<Made>& buffers) {
    std::vector<int> terms;
    for (const Made& buffer : buffers) {
        terms.push_back(make(statement, buffer));
    }
    for (const int term : terms) {
        release(statement, term);
    }
}

void HeadscopeTimeline::make_input_projections() {
    Q = make("W_q", {"Q", "Q", query_tensor()});
    K = make("W_k", {"K", "K", key_tensor()});
    V = make("W_v", {"V", "V", key_tensor()});
}

void HeadscopeTimeline::make_concat() {
    concat = make("concat", {"concat", "concat", query_tensor()});
}

void HeadscopeTimeline::make_output() {
    output = make("W_o", {"output", "output", query_tensor()});
}

void HeadscopeTimeline::make_parameter_gradients(std::string_view statement, std::string_view weight,
                                                 std::string_view bias) {
    make(statement, {weight, "", shape({Extent::d_model, Extent::d_model}), TermKind::gradient});
    make(statement, {bias, "", shape({Extent::d_model}), TermKind::gradient});
}

int HeadscopeTimeline::backward_of_output() {
    timeline_.enter(CostPhase::backward);
    make_parameter_gradients("W_o", "gradient of W_o.weight", "gradient of W_o.bias");
    const int gradient = make_gradient("W_o", "gradient of concat", query_tensor());
    return gradient;
}

void HeadscopeTimeline::backward_of_input(int q_gradient, int k_gradient, int v_gradient) {
    make_parameter_gradients("W_v", "gradient of W_v.weight", "gradient of W_v.bias");
    release("W_v", v_gradient);
    make_parameter_gradients("W_k", "gradient of W_k.weight", "gradient of W_k.bias");
    release("W_k", k_gradient);
    make_parameter_gradients("W_q", "gradient of W_q.weight", "gradient of W_q.bias");
    release("W_q", q_gradient);
}

void HeadscopeTimeline::optimizer_step() {
    timeline_.enter(CostPhase::step);
    adamw_moments(timeline_);
}

Result<MemoryCost> HeadscopeTimeline::finish() && {
    return std::move(timeline_).finish().map([](MemoryCost cost) {
        cost.measured = cost.settings.element == ElementType::float32 && cost.settings.mode == CostMode::inference;
        return cost;
    });
}

} // namespace headscope
