#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/cost/settings.h"
#include "core/model/catalogue.h"

namespace headscope {

/// A size that a tensor's shape is made of. Its text is the symbol of the literature.
enum class Extent : std::uint8_t {
    one,
    batch,
    n_heads,
    n, ///< seq_len: queries and keys alike
    d_model,
    d_head,
    lanes,    ///< queries of a panel of Headscope's engines
    panels,   ///< that a thread has at a time
    key_rows, ///< keys that the blocked engine takes at a time
    threads,
    n_q, ///< queries, where there are other keys
    n_k,
    map_rows, ///< tiles of a map of the weights, down and across
    map_columns,
};

/// "batch", "n_heads", "n", "d_model", "d_k", "lanes", "panels", "key_rows", "threads", "n_q", "n_k", "map_rows",
/// "map_columns"; "1".
std::string_view extent_text(Extent extent);

constexpr std::size_t extent_count = 14;
/// The value of each Extent, in its order.
using ExtentValues = std::array<Index, extent_count>;

/// A shape in symbols, rank 0 (a scalar) to 5.
struct SymbolicShape {
    std::array<Extent, 5> extents{Extent::one, Extent::one, Extent::one, Extent::one, Extent::one};
    int rank = 0;

    /// "batch x n_heads x n x n"; "scalar" for rank 0.
    std::string text() const;
    /// How often the heads are a factor: 1 for scores, 0 for Q (n_heads x d_k with d_model kept), -1 for d_k alone.
    /// With Keep::d_head d_model counts as a factor too, and d_k does not.
    int heads_power(Keep keep) const;

    friend bool operator==(const SymbolicShape&, const SymbolicShape&) = default;
};

enum class CostPhase { forward, backward, step };

enum class TermKind {
    activation,      ///< a tensor of the article's forward pass
    temporary,       ///< made and released on the way
    saved,           ///< kept for the backward pass only
    gradient,        ///< of a parameter: alive until the optimizer has used it
    optimizer_state, ///< AdamW's two moments, and its count of steps for each parameter
};

/// One tensor that is allocated, with its life as a range of events.
struct MemoryTerm {
    std::string_view name;   ///< unique enough to read: "scores / sqrt(d_k)"
    std::string_view symbol; ///< of the catalogue's tensor that it is (a link to the picture), or empty
    SymbolicShape shape;
    Index element_bytes = 4;
    Index bytes = 0;
    TermKind kind = TermKind::activation;
    CostPhase phase = CostPhase::forward; ///< in which it is made
    int born = 0;                         ///< event that allocates it
    int died = -1;                        ///< event that releases it; -1: alive at the end
    bool at_peak = false;                 ///< alive at MemoryCost::peak_event

    HeadScaling scales_with_heads() const; ///< at fixed d_model
    std::string formula() const;           ///< "batch * n_heads * n * n * 4"
    /// "1 * 8 * 12 * 12 * 4", the numbers put in.
    std::string formula(const ExtentValues& values) const;
};

/// One allocation or release, in the order in which they happen.
struct MemoryEvent {
    std::string_view statement; ///< of the article, as in pytorch_mha_timeline.json: "W_q", "scores", "bwd", ...
    CostPhase phase = CostPhase::forward;
    int term = 0;    ///< index into MemoryCost::terms
    Index bytes = 0; ///< negative: released
    Index live = 0;  ///< after it
};

/// Bytes of one layer, exact. Counted: all that the module allocates. Not counted: its input, the parameters, the
/// caller's mask, the incoming gradient; in peak_bytes neither the optimizer (see step_peak_bytes).
/// Several layers: stack_cost().
struct MemoryCost {
    CostSettings settings;
    ExtentValues values{};
    std::vector<MemoryTerm> terms; ///< in the order in which they are made
    std::vector<MemoryEvent> events;
    int peak_event = -1; ///< the first event at which peak_bytes is reached; -1: nothing is allocated

    Index peak_bytes = 0; ///< of forward and backward
    Index forward_peak_bytes = 0;
    Index alive_after_forward_bytes = 0;
    Index alive_at_end_bytes = 0; ///< after forward (inference) or backward (training): gradients and the output
    Index step_peak_bytes = 0;    ///< training: largest sum of gradients, AdamW states and the step's temporaries

    Index peak_with_heads_bytes = 0; ///< part of peak_bytes whose tensors have more bytes with more heads, d_model kept

    Index parameters = 0; ///< a count: 4 d_model^2 + 4 d_model, whatever the number of heads
    Index parameter_bytes = 0;
    Index gradient_bytes = 0;  ///< training: as the parameters
    Index optimizer_bytes = 0; ///< training: AdamW's two moments, in the parameters' element type as torch makes them

    /// Name of the tensor whose making is the peak; empty where nothing is made.
    std::string_view peak_tensor() const;

    /// Measured (PyTorch, float32, one layer) or counted at every run (Headscope's forward pass in float32); the rest
    /// is computed from the same rules and labelled so.
    bool measured = false;
};

/// Whether both reach their peak when the same tensor is made. If not, their peaks hold different tensors, and the
/// share that grows with the heads in one says nothing about the other.
bool same_peak_moment(const MemoryCost& a, const MemoryCost& b);

/// The one entry: every tensor of the engine that is asked for. Errors: those of CostSettings::check(),
/// cost_too_large (a size passes 63 bits).
Result<MemoryCost> memory_cost(const CostSettings& settings);

} // namespace headscope
