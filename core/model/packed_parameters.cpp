#include "core/model/packed_parameters.h"

#include <algorithm>

#include "core/base/contract.h"
#include "core/kernels/panel.h"

namespace headscope {

namespace {

Index panels_of(Index columns) {
    return columns / panel_lanes + (columns % panel_lanes != 0 ? 1 : 0);
}

PackedLinear pack(const Linear& linear) {
    HEADSCOPE_EXPECTS(linear.weight.rows() == linear.bias.size());
    const Index outputs = linear.weight.rows();
    const Index depth = linear.weight.cols();
    PackedLinear packed{Tensor({panels_of(outputs), depth, panel_lanes}), linear.bias};
    for (Index first = 0; first < outputs; first += panel_lanes) {
        rows_to_panel(linear.weight.data() + first * depth, depth, std::min(panel_lanes, outputs - first), depth, 1.0F,
                      packed.panels.data() + first * depth);
    }
    return packed;
}

} // namespace

PackedParameters::PackedParameters(const Parameters& parameters)
    : W_q(pack(parameters.W_q))
    , W_k(pack(parameters.W_k))
    , W_v(pack(parameters.W_v))
    , W_o(pack(parameters.W_o)) {
}

Index PackedParameters::bytes(Index d_model) {
    return 4 * (panels_of(d_model) * panel_lanes * d_model + d_model) * static_cast<Index>(sizeof(float));
}

} // namespace headscope
