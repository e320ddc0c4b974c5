#pragma once

#include <cstdint>
#include <span>

#include "core/attention/mask.h"

namespace headscope {

/// What the queries first .. first + count - 1 of a batch, at most 32, may look at: the lanes of a panel.
struct PanelMask {
    Index whole = 0; ///< keys before this one are visible to all of them
    Index end = 0;   ///< keys from this one on are visible to none of them
    /// Bit `lane` of visible[j] for keys j from `whole` to `end` - 1; bits of lanes beyond the last query are 1.
    const std::uint32_t* visible = nullptr;
    std::uint32_t fully_masked = 0; ///< bit `lane`: this query sees no key
};

/// `visible` is a buffer of n_k numbers (of none, without a mask). The mask fits.
PanelMask panel_mask(const Mask& mask, Index b, Index first, Index count, Index n_q, Index n_k,
                     std::span<std::uint32_t> visible);

/// Makes all keys visible to the fully masked queries, and nothing else to the others.
void show_all_keys(PanelMask& mask, Index count, Index n_k, std::span<std::uint32_t> visible);

} // namespace headscope
