#include "core/attention/softmax.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "core/base/contract.h"
#include "core/base/tensor.h"
#include "core/kernels/panel.h"

namespace headscope {

bool softmax_row(std::span<const float> scores, std::span<const std::uint8_t> visible, MaskFill fill,
                 std::span<float> weights) {
    HEADSCOPE_EXPECTS(!scores.empty() && weights.size() == scores.size());
    HEADSCOPE_EXPECTS(visible.empty() || visible.size() == scores.size());
    const Index n = static_cast<Index>(scores.size());
    if (!visible.empty() && std::ranges::none_of(visible, [](std::uint8_t v) { return v != 0; })) {
        std::ranges::fill(weights, fill == MaskFill::article ? 1.0F / static_cast<float>(n) : 0.0F);
        return true;
    }
    Tensor panel({n, panel_lanes});
    rows_to_panel(scores.data(), n, 1, n, 1.0F, panel.data());
    if (!visible.empty()) {
        std::vector<std::uint32_t> lanes(visible.size());
        std::ranges::transform(visible, lanes.begin(), [](std::uint8_t v) { return v != 0 ? ~std::uint32_t{0} : 0; });
        hide(panel.data(), n, lanes.data());
    }
    PanelRow largest;
    largest.fill(-std::numeric_limits<float>::infinity());
    PanelRow factors;
    raise_to_largest(panel.data(), n, largest);
    exponentials(panel.data(), n, largest, factors);
    factors.fill(1.0F / factors[0]);
    panel_to_rows(panel.data(), n, factors, weights.data(), n, 1, false);
    return false;
}

} // namespace headscope
