#pragma once

#include "core/cost/memory_cost.h"

namespace headscope {

/// Plays an engine's allocations and releases and adds up what is alive. Each engine is one function that tells its
/// story to a timeline; nothing else computes bytes.
class MemoryTimeline {
public:
    /// Settings that passed check(). Extents that the engine does not have keep the value 1.
    explicit MemoryTimeline(const CostSettings& settings);

    void set(Extent extent, Index value);
    /// How many terms and events are to come, so that none is moved while the list grows.
    void reserve(std::size_t terms, std::size_t events);
    /// Later terms and events belong to it.
    void enter(CostPhase phase);

    struct Made {
        std::string_view name;
        std::string_view symbol; ///< of the catalogue, or empty
        SymbolicShape shape;
        TermKind kind = TermKind::activation;
        Index element_bytes = 0; ///< 0: of settings.element
    };
    /// Returns the term, to be released.
    int allocate(std::string_view statement, const Made& made);
    void release(std::string_view statement, int term);

    /// How many events there have been.
    int events() const { return static_cast<int>(cost_.events.size()); }

    /// Here the forward pass has returned: forward_peak_bytes and alive_after_forward_bytes are taken.
    void forward_done();

    /// Error: cost_too_large.
    Result<MemoryCost> finish() &&;

private:
    void event(std::string_view statement, int term, Index bytes);

    MemoryCost cost_;
    CostPhase phase_ = CostPhase::forward;
    Index live_ = 0;
    bool overflow_ = false;
};

/// shape({Extent::batch, Extent::n, Extent::d_model})
SymbolicShape shape(std::initializer_list<Extent> extents);

} // namespace headscope
