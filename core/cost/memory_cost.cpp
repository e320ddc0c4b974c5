#include "core/cost/memory_cost.h"

#include "core/base/contract.h"
#include "core/cost/engines.h"

namespace headscope {

namespace {

constexpr std::array<std::string_view, extent_count> extent_texts{"1",   "batch", "n_heads",  "n",          "d_model",
                                                                  "d_k", "lanes", "panels",   "key_rows",   "threads",
                                                                  "n_q", "n_k",   "map_rows", "map_columns"};

template <typename TextOf>
std::string joined(const MemoryTerm& term, TextOf text_of) {
    std::string text;
    for (int axis = 0; axis < term.shape.rank; ++axis) {
        const Extent extent = term.shape.extents[static_cast<std::size_t>(axis)];
        if (extent != Extent::one) {
            text += text_of(extent) + " * ";
        }
    }
    return text + std::to_string(term.element_bytes);
}

} // namespace

std::string_view extent_text(Extent extent) {
    return extent_texts[static_cast<std::size_t>(extent)];
}

std::string SymbolicShape::text() const {
    if (rank == 0) {
        return "scalar";
    }
    std::string text;
    for (int axis = 0; axis < rank; ++axis) {
        text += (axis == 0 ? "" : " x ") + std::string(extent_text(extents[static_cast<std::size_t>(axis)]));
    }
    return text;
}

int SymbolicShape::heads_power(Keep keep) const {
    int power = 0;
    for (int axis = 0; axis < rank; ++axis) {
        const Extent extent = extents[static_cast<std::size_t>(axis)];
        power += extent == Extent::n_heads ? 1 : 0;
        power += extent == Extent::d_model && keep == Keep::d_head ? 1 : 0;
        power -= extent == Extent::d_head && keep == Keep::d_model ? 1 : 0;
    }
    return power;
}

HeadScaling MemoryTerm::scales_with_heads() const {
    const int power = shape.heads_power(Keep::d_model);
    return power > 0 ? HeadScaling::linear : power < 0 ? HeadScaling::inverse : HeadScaling::none;
}

std::string MemoryTerm::formula() const {
    return joined(*this, [](Extent extent) { return std::string(extent_text(extent)); });
}

std::string MemoryTerm::formula(const ExtentValues& values) const {
    return joined(*this, [&](Extent extent) { return std::to_string(values[static_cast<std::size_t>(extent)]); });
}

std::string_view MemoryCost::peak_tensor() const {
    return peak_event < 0 ? std::string_view()
                          : terms[static_cast<std::size_t>(events[static_cast<std::size_t>(peak_event)].term)].name;
}

bool same_peak_moment(const MemoryCost& a, const MemoryCost& b) {
    return a.peak_tensor() == b.peak_tensor();
}

Result<MemoryCost> memory_cost(const CostSettings& settings) {
    return settings.check().and_then([&] {
        switch (settings.engine) {
        case CostEngine::pytorch: return pytorch_memory(settings);
        case CostEngine::materialised: return materialised_memory(settings);
        case CostEngine::blocked: return blocked_memory(settings);
        }
        HEADSCOPE_EXPECTS(false);
    });
}

} // namespace headscope
