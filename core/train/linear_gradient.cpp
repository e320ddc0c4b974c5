#include "core/train/linear_gradient.h"

#include <algorithm>

#include "core/train/lane_array.h"

namespace headscope {

namespace {

const PanelRow& ones() {
    static const PanelRow row = [] {
        PanelRow of_ones;
        of_ones.fill(1.0F);
        return of_ones;
    }();
    return row;
}

} // namespace

TrainedLinear trained_linear(ParameterSet& parameters, const std::string& name) {
    const ParameterPlace& weight = parameters.place(name + ".weight");
    TrainedLinear linear{weight.rows, weight.columns, weight.row_step};
    linear.weight = parameters.values.data() + weight.first;
    linear.weight_gradient = parameters.gradients.data() + weight.first;
    if (const ParameterPlace* const bias = parameters.find(name + ".bias")) {
        linear.bias = parameters.values.data() + bias->first;
        linear.bias_gradient = parameters.gradients.data() + bias->first;
    }
    return linear;
}

void apply(const TrainedLinear& linear, const float* x, float* y, bool add) {
    for (Index row = 0; row < linear.out && linear.bias != nullptr; ++row) {
        if (add) {
            lane_row(y, row) += linear.bias[row];
        } else {
            lane_row(y, row).setConstant(linear.bias[row]);
        }
    }
    multiply_panel({linear.weight, linear.step, 1}, linear.out, linear.in, x, y, panel_lanes,
                   add || linear.bias != nullptr);
}

void input_gradient(const TrainedLinear& linear, const float* dy, float* dx, bool add) {
    multiply_panel({linear.weight, 1, linear.step}, linear.in, linear.out, dy, dx, panel_lanes, add);
}

void tokens_of(const float* x, Index in, Index first, float* tokens) {
    panel_to_rows(x + first * panel_lanes, std::min(panel_lanes, in - first), ones(), tokens, panel_lanes, panel_lanes,
                  false);
}

void add_weight_gradient(const TrainedLinear& linear, const float* dy, const float* tokens, Index first) {
    multiply_panel({dy, panel_lanes, 1}, linear.out, panel_lanes, tokens, linear.weight_gradient + first, linear.step,
                   true);
    for (Index row = 0; row < linear.out && first == 0 && linear.bias_gradient != nullptr; ++row) {
        linear.bias_gradient[row] += lane_row(dy, row).sum();
    }
}

} // namespace headscope
