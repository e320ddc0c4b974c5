#include "core/cost/flops.h"

#include "core/base/contract.h"
#include "core/cost/checked.h"

namespace headscope {

namespace {

// The same fields as FlopCount, before it is known that they fit.
struct CheckedCount {
    Checked multiplications = 0;
    Checked additions = 0;
    Checked subtractions = 0;
    Checked divisions = 0;
    Checked exponentials = 0;
    Checked comparisons = 0;

    Checked total() const {
        return multiplications + additions + subtractions + divisions + exponentials + comparisons;
    }
    FlopCount value() const {
        return {multiplications.value(), additions.value(),    subtractions.value(),
                divisions.value(),       exponentials.value(), comparisons.value()};
    }
};

struct Sizes {
    Checked B, n_q, n_k, d, h;

    Checked query_values() const { return B * n_q * d; }
    Checked key_values() const { return B * n_k * d; }
    Checked cells() const { return B * h * n_q * n_k; }
    Checked rows() const { return B * h * n_q; }
};

// rows x d times d x d, and for each value one addition more than the d - 1 of the product: the bias.
CheckedCount linear(Checked values, Checked d) {
    return {.multiplications = values * d, .additions = values * d};
}

// `values` sums of `terms` products each.
CheckedCount product(Checked values, Checked terms) {
    return {.multiplications = values * terms, .additions = values * (terms - 1)};
}

// What the sums of a product over d_k = d / h add up to for all heads: cells * (d_k - 1), without dividing.
CheckedCount product_over_heads(const Sizes& s) {
    const Checked products = s.B * s.n_q * s.n_k * s.d;
    return {.multiplications = products, .additions = products - s.cells()};
}

// A row: n_k - 1 comparisons (its largest score), n_k subtractions, n_k exponentials, n_k - 1 additions, n_k divisions.
CheckedCount softmax(const Sizes& s) {
    return {.additions = s.rows() * (s.n_k - 1),
            .subtractions = s.cells(),
            .divisions = s.cells(),
            .exponentials = s.cells(),
            .comparisons = s.rows() * (s.n_k - 1)};
}

// A row of weights w with gradient g: w * (g - sum(w * g)).
CheckedCount softmax_backward(const Sizes& s) {
    return {.multiplications = s.cells() * 2, .additions = s.rows() * (s.n_k - 1), .subtractions = s.cells()};
}

// The bias gradient: d sums over B * n rows.
CheckedCount column_sums(Checked rows, Checked d) {
    return {.additions = d * (rows - 1)};
}

class Steps {
public:
    void add(std::string_view name, std::string_view symbol, std::string_view formula, const CheckedCount& count,
             HeadScaling scaling = HeadScaling::none) {
        const Checked total = count.total();
        sum_ = sum_ + total;
        steps_.push_back({name, symbol, formula, count.value(), scaling});
    }

    std::vector<FlopStep> take() { return std::move(steps_); }
    Checked sum() const { return sum_; }

private:
    std::vector<FlopStep> steps_;
    Checked sum_ = 0;
};

Steps forward_steps(const Sizes& s, const FlopSettings& settings) {
    Steps steps;
    steps.add("Q = X W_q^T + b_q", "Q", "2 B n_q d^2", linear(s.query_values(), s.d));
    steps.add("K = X W_k^T + b_k", "K", "2 B n_k d^2", linear(s.key_values(), s.d));
    steps.add("V = X W_v^T + b_v", "V", "2 B n_k d^2", linear(s.key_values(), s.d));
    steps.add("Q K^T", "scores", "2 B n_q n_k d - B h n_q n_k", product_over_heads(s));
    steps.add("/ sqrt(d_k)", "scores", "B h n_q n_k", {.divisions = s.cells()}, HeadScaling::linear);
    if (settings.masked) {
        steps.add("mask == 0", "scores", "B h n_q n_k", {.comparisons = s.cells()}, HeadScaling::linear);
    }
    steps.add("softmax", "weights", "5 B h n_q n_k - 2 B h n_q", softmax(s), HeadScaling::linear);
    if (settings.drops) {
        steps.add("dropout", "dropped", "B h n_q n_k", {.multiplications = s.cells()}, HeadScaling::linear);
    }
    steps.add("weights V", "concat", "2 B n_q n_k d - B n_q d", product(s.query_values(), s.n_k));
    steps.add("concat W_o^T + b_o", "output", "2 B n_q d^2", linear(s.query_values(), s.d));
    return steps;
}

// One torch.nn.Linear: the gradients of its weight, its bias and its input.
struct LinearNames {
    std::string_view weight, weight_symbol, weight_formula;
    std::string_view bias, bias_symbol, bias_formula;
    std::string_view input, input_symbol, input_formula;
};

void add_linear_backward(Steps& steps, const LinearNames& names, Checked rows, Checked d) {
    steps.add(names.weight, names.weight_symbol, names.weight_formula, product(d * d, rows));
    steps.add(names.bias, names.bias_symbol, names.bias_formula, column_sums(rows, d));
    steps.add(names.input, names.input_symbol, names.input_formula, product(rows * d, d));
}

constexpr std::string_view query_weight = "2 B n_q d^2 - d^2";
constexpr std::string_view query_bias = "B n_q d - d";
constexpr std::string_view query_input = "2 B n_q d^2 - B n_q d";
constexpr std::string_view key_weight = "2 B n_k d^2 - d^2";
constexpr std::string_view key_bias = "B n_k d - d";
constexpr std::string_view key_input = "2 B n_k d^2 - B n_k d";

constexpr LinearNames output_names{
    "dW_o = dY^T concat", "W_o.weight",       query_weight, "db_o",      "W_o.bias",
    query_bias,           "dconcat = dY W_o", "concat",     query_input,
};
constexpr LinearNames q_names{
    "dW_q = dQ^T X", "W_q.weight", query_weight, "db_q", "W_q.bias", query_bias, "dQ W_q", "X", query_input,
};
constexpr LinearNames k_names{
    "dW_k = dK^T X", "W_k.weight", key_weight, "db_k", "W_k.bias", key_bias, "dK W_k", "X", key_input,
};
constexpr LinearNames v_names{
    "dW_v = dV^T X", "W_v.weight", key_weight, "db_v", "W_v.bias", key_bias, "dV W_v", "X", key_input,
};

// From the gradient of the heads' outputs to those of Q, K and V.
void add_heads_backward(Steps& steps, const Sizes& s, const FlopSettings& settings) {
    steps.add("dV = weights^T dconcat", "V", "2 B n_q n_k d - B n_k d", product(s.key_values(), s.n_q));
    steps.add("dweights = dconcat V^T", "weights", "2 B n_q n_k d - B h n_q n_k", product_over_heads(s));
    if (settings.drops) {
        steps.add("dropout, backward", "dropped", "B h n_q n_k", {.multiplications = s.cells()}, HeadScaling::linear);
    }
    steps.add("softmax, backward", "weights", "4 B h n_q n_k - B h n_q", softmax_backward(s), HeadScaling::linear);
    if (settings.masked) {
        steps.add("mask, backward", "scores", "B h n_q n_k", {.comparisons = s.cells()}, HeadScaling::linear);
    }
    steps.add("/ sqrt(d_k), backward", "scores", "B h n_q n_k", {.divisions = s.cells()}, HeadScaling::linear);
    steps.add("dQ = dscores K", "Q", "2 B n_q n_k d - B n_q d", product(s.query_values(), s.n_k));
    steps.add("dK = dscores^T Q", "K", "2 B n_q n_k d - B n_k d", product(s.key_values(), s.n_q));
}

Steps backward_steps(const Sizes& s, const FlopSettings& settings) {
    Steps steps;
    const Checked query_rows = s.B * s.n_q;
    const Checked key_rows = s.B * s.n_k;
    add_linear_backward(steps, output_names, query_rows, s.d);
    add_heads_backward(steps, s, settings);
    add_linear_backward(steps, q_names, query_rows, s.d);
    add_linear_backward(steps, k_names, key_rows, s.d);
    add_linear_backward(steps, v_names, key_rows, s.d);
    if (settings.self_attention) {
        steps.add("dX, three gradients added", "X", "2 B n d", {.additions = s.query_values() * 2});
    }
    return steps;
}

// What carries h, to the last operation: the sums of Q K^T are h fewer additions a cell than d, which the division by
// sqrt(d_k) makes up for, in both directions.
Checked with_heads(const Sizes& s, const FlopSettings& settings, Index a_cell, Index a_row) {
    const Index cells = a_cell + (settings.masked ? 1 : 0) + (settings.drops ? 1 : 0);
    return s.cells() * cells - s.rows() * a_row;
}

} // namespace

Result<FlopCost> flop_cost(const FlopSettings& settings) {
    HEADSCOPE_EXPECTS(settings.batch >= 1 && settings.n_q >= 1 && settings.n_k >= 1);
    HEADSCOPE_EXPECTS(settings.n_heads >= 1 && settings.d_model % settings.n_heads == 0);
    HEADSCOPE_EXPECTS(!settings.self_attention || settings.n_q == settings.n_k);
    const Sizes s{settings.batch, settings.n_q, settings.n_k, settings.d_model, settings.n_heads};
    Steps forward = forward_steps(s, settings);
    Steps backward = backward_steps(s, settings);
    // A sum of positive terms, so it passes 63 bits where any of them does.
    if ((forward.sum() + backward.sum()).overflow()) {
        return fail(ErrorCode::cost_too_large, settings.batch, settings.n_q, settings.d_model, settings.n_heads);
    }
    FlopCost cost;
    cost.forward_total = forward.sum().value();
    cost.backward_total = backward.sum().value();
    cost.forward = forward.take();
    cost.backward = backward.take();
    cost.forward_with_heads = with_heads(s, settings, 5, 2).value();
    cost.backward_with_heads = with_heads(s, settings, 4, 1).value();
    return cost;
}

FlopSettings flop_settings(const CostSettings& settings) {
    FlopSettings flops;
    flops.batch = settings.batch;
    flops.n_q = flops.n_k = settings.seq_len;
    flops.d_model = settings.d_model;
    flops.n_heads = settings.n_heads;
    flops.masked = settings.masked();
    flops.drops = settings.drops();
    return flops;
}

} // namespace headscope
