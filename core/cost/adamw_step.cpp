#include "core/cost/adamw_step.h"

#include "core/cost/pytorch_module.h"

namespace headscope {

namespace {

constexpr std::string_view here = "step";

struct AdamwNames {
    std::string_view steps;
    std::string_view first_moment;
    std::string_view second_moment;
    std::string_view root;
    std::string_view denominator;
};

// In the order of module.parameters().
constexpr AdamwNames all_names[] = {
    {"steps of W_q.weight", "first moment of W_q.weight", "second moment of W_q.weight", "sqrt(moment) of W_q.weight",
     "denominator of W_q.weight"},
    {"steps of W_q.bias", "first moment of W_q.bias", "second moment of W_q.bias", "sqrt(moment) of W_q.bias",
     "denominator of W_q.bias"},
    {"steps of W_k.weight", "first moment of W_k.weight", "second moment of W_k.weight", "sqrt(moment) of W_k.weight",
     "denominator of W_k.weight"},
    {"steps of W_k.bias", "first moment of W_k.bias", "second moment of W_k.bias", "sqrt(moment) of W_k.bias",
     "denominator of W_k.bias"},
    {"steps of W_v.weight", "first moment of W_v.weight", "second moment of W_v.weight", "sqrt(moment) of W_v.weight",
     "denominator of W_v.weight"},
    {"steps of W_v.bias", "first moment of W_v.bias", "second moment of W_v.bias", "sqrt(moment) of W_v.bias",
     "denominator of W_v.bias"},
    {"steps of W_o.weight", "first moment of W_o.weight", "second moment of W_o.weight", "sqrt(moment) of W_o.weight",
     "denominator of W_o.weight"},
    {"steps of W_o.bias", "first moment of W_o.bias", "second moment of W_o.bias", "sqrt(moment) of W_o.bias",
     "denominator of W_o.bias"},
};

bool is_weight(std::size_t parameter) {
    return parameter % 2 == 0;
}

SymbolicShape shape_of(std::size_t parameter) {
    return is_weight(parameter) ? shape({Extent::d_model, Extent::d_model}) : shape({Extent::d_model});
}

void make_moments(MemoryTimeline& timeline, std::size_t parameter) {
    const AdamwNames& names = all_names[parameter];
    timeline.allocate(here, {names.first_moment, "", shape_of(parameter), TermKind::optimizer_state});
    timeline.allocate(here, {names.second_moment, "", shape_of(parameter), TermKind::optimizer_state});
}

void make_states(MemoryTimeline& timeline) {
    for (std::size_t i = 0; i < std::size(all_names); ++i) {
        timeline.allocate(here, {all_names[i].steps, "", {}, TermKind::optimizer_state, 4});
        make_moments(timeline, i);
    }
}

// (exp_avg_sq.sqrt() / bias_correction2_sqrt).add_(eps)
int denominator(MemoryTimeline& timeline, std::size_t parameter) {
    const AdamwNames& names = all_names[parameter];
    const int root = timeline.allocate(here, {names.root, "", shape_of(parameter), TermKind::temporary});
    const int correction = timeline.allocate(here, {"sqrt(1 - beta_2^t)", "", {}, TermKind::temporary, 8});
    const int correction32 = timeline.allocate(here, {"sqrt(1 - beta_2^t) in float32", "", {}, TermKind::temporary, 4});
    const int quotient = timeline.allocate(here, {names.denominator, "", shape_of(parameter), TermKind::temporary});
    timeline.release(here, correction32);
    timeline.release(here, correction);
    timeline.release(here, root);
    pytorch_number(timeline, here, "the number eps", "eps in float32");
    return quotient;
}

} // namespace

void adamw_moments(MemoryTimeline& timeline) {
    for (std::size_t i = 0; i < std::size(all_names); ++i) {
        make_moments(timeline, i);
    }
}

// Parameters, moments and step counts are updated in place; the denominator is the only tensor of a parameter's size
// that stays until the next parameter's is ready.
void adamw_step(MemoryTimeline& timeline) {
    make_states(timeline);
    int previous = -1;
    for (std::size_t i = 0; i < std::size(all_names); ++i) {
        pytorch_number(timeline, here, "the number 1 of step + 1", "1 of step + 1 in float32");
        pytorch_number(timeline, here, "1 - lr * weight_decay", "1 - lr * weight_decay in float32");
        pytorch_number(timeline, here, "the number beta_1", "beta_1 in float32");
        pytorch_number(timeline, here, "the number beta_2", "beta_2 in float32");
        const int divides = denominator(timeline, i);
        if (previous >= 0) {
            timeline.release(here, previous);
        }
        previous = divides;
    }
    timeline.release(here, previous);
}

} // namespace headscope
