#include "core/attention/panel_mask.h"

#include <algorithm>

#include "core/base/contract.h"

namespace headscope {

namespace {

constexpr std::uint32_t all_lanes = ~std::uint32_t{0};

std::uint32_t lanes_from(Index first) {
    return first <= 0 ? all_lanes : first >= 32 ? 0 : all_lanes << first;
}

PanelMask of_rule(const Mask& mask, Index first, Index count, Index n_q, Index n_k, std::span<std::uint32_t> visible) {
    const auto end_of = [&](Index lane) { return mask.end_of_keys(first + lane, n_q, n_k); };
    PanelMask panel{end_of(0), end_of(count - 1), visible.data(), 0};
    Index seeing = 0; // the first lane that sees a key
    for (Index j = panel.whole; j < panel.end; ++j) {
        while (end_of(seeing) <= j) {
            ++seeing;
        }
        visible[static_cast<std::size_t>(j)] = lanes_from(seeing);
    }
    for (Index lane = 0; lane < count; ++lane) {
        panel.fully_masked |= end_of(lane) == 0 ? std::uint32_t{1} << lane : 0;
    }
    return panel;
}

PanelMask of_matrix(const Mask& mask, Index b, Index first, Index count, Index n_q, Index n_k,
                    std::span<std::uint32_t> visible) {
    const MaskMatrix& matrix = *mask.values();
    std::ranges::fill(visible, lanes_from(count));
    std::uint32_t sees = 0;
    for (Index lane = 0; lane < count; ++lane) {
        const Index row = (matrix.batches == 1 ? 0 : b) * n_q + first + lane;
        const std::uint8_t* const cells = matrix.visible.data() + row * n_k;
        std::uint32_t any = 0;
        for (Index j = 0; j < n_k; ++j) {
            const std::uint32_t shown = cells[j] != 0 ? 1 : 0;
            visible[static_cast<std::size_t>(j)] |= shown << lane;
            any |= shown;
        }
        sees |= any << lane;
    }
    const std::uint32_t used = ~lanes_from(count);
    PanelMask panel{0, n_k, visible.data(), used & ~sees};
    const auto at = [&](Index j) { return visible[static_cast<std::size_t>(j)]; };
    while (panel.end > 0 && (at(panel.end - 1) & used) == 0) {
        --panel.end;
    }
    while (panel.whole < panel.end && at(panel.whole) == all_lanes) {
        ++panel.whole;
    }
    return panel;
}

} // namespace

PanelMask panel_mask(const Mask& mask, Index b, Index first, Index count, Index n_q, Index n_k,
                     std::span<std::uint32_t> visible) {
    HEADSCOPE_EXPECTS(count >= 1 && count <= 32);
    return mask.kind() == Mask::Kind::matrix ? of_matrix(mask, b, first, count, n_q, n_k, visible)
                                             : of_rule(mask, first, count, n_q, n_k, visible);
}

void show_all_keys(PanelMask& mask, Index count, Index n_k, std::span<std::uint32_t> visible) {
    const std::uint32_t unused = lanes_from(count);
    for (Index j = 0; j < n_k; ++j) {
        std::uint32_t& lanes = visible[static_cast<std::size_t>(j)];
        lanes = (j < mask.whole ? all_lanes : j < mask.end ? lanes : unused) | mask.fully_masked;
    }
    mask.whole = 0;
    mask.end = n_k;
}

} // namespace headscope
