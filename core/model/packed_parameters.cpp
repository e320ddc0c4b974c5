#include "core/model/packed_parameters.h"

#include <algorithm>

#include "core/base/contract.h"
#include "core/base/whole_numbers.h"
#include "core/kernels/panel.h"

namespace headscope {

namespace {

// The rest is left as it is once a stop is requested.
PackedLinear pack(const Linear& linear, const std::stop_token& stop) {
    HEADSCOPE_EXPECTS(linear.weight.rows() == linear.bias.size());
    const Index outputs = linear.weight.rows();
    const Index depth = linear.weight.cols();
    PackedLinear packed{Tensor({ceil_divided(outputs, panel_lanes), depth, panel_lanes}), linear.bias};
    for (Index first = 0; first < outputs && !stop.stop_requested(); first += panel_lanes) {
        rows_to_panel(linear.weight.data() + first * depth, depth, std::min(panel_lanes, outputs - first), depth, 1.0F,
                      packed.panels.data() + first * depth);
    }
    return packed;
}

} // namespace

PackedParameters::PackedParameters(const Parameters& parameters)
    : PackedParameters(parameters, std::stop_token()) {
}

PackedParameters::PackedParameters(const Parameters& parameters, const std::stop_token& stop)
    : W_q(pack(parameters.W_q, stop))
    , W_k(pack(parameters.W_k, stop))
    , W_v(pack(parameters.W_v, stop))
    , W_o(pack(parameters.W_o, stop)) {
}

Index PackedParameters::bytes(Index d_model) {
    const Index panels = ceil_divided(d_model, panel_lanes);
    return 4 * (panels * panel_lanes * d_model + d_model) * static_cast<Index>(sizeof(float));
}

std::shared_ptr<const PackedParameters> packed_parameters(const Parameters& parameters, const std::stop_token& stop) {
    std::shared_ptr<const PackedParameters> packed(new PackedParameters(parameters, stop));
    return stop.stop_requested() ? nullptr : packed;
}

} // namespace headscope
