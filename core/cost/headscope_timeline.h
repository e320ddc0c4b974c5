#pragma once

#include <vector>

#include "core/cost/memory_timeline.h"

namespace headscope {

/// What the models of Headscope's two engines share: the linear layers around the heads, and buffers that live for a
/// while. Follows core/attention/forward_steps.
class HeadscopeTimeline {
public:
    using Made = MemoryTimeline::Made;

    /// n_k keys for settings.seq_len queries.
    HeadscopeTimeline(const CostSettings& settings, Index n_k);

    const CostSettings& settings() const { return settings_; }
    bool trains() const { return settings_.mode == CostMode::training; }
    Extent queries() const { return queries_; }
    Extent keys() const { return keys_; }
    SymbolicShape query_tensor() const { return shape({Extent::batch, queries_, Extent::d_model}); }
    SymbolicShape key_tensor() const { return shape({Extent::batch, keys_, Extent::d_model}); }

    void set(Extent extent, Index value) { timeline_.set(extent, value); }
    int make(std::string_view statement, const Made& made) { return timeline_.allocate(statement, made); }
    void release(std::string_view statement, int term) { timeline_.release(statement, term); }
    /// Makes the gradient of a tensor from that of the next one, which is then released.
    int replace(std::string_view statement, int gradient, std::string_view name, const SymbolicShape& of);
    int make_gradient(std::string_view statement, std::string_view name, const SymbolicShape& of);
    /// Those that work on the heads, each with `panels` panels at a time.
    void set_panels(Index panels);
    /// Buffers of the threads: scores of `keys` keys, and what belongs to the queries of their panels.
    void use_in_heads(Extent keys);
    /// Makes buffers and releases them when their work is done.
    void use(std::string_view statement, const std::vector<Made>& buffers);

    void make_input_projections();
    void make_concat();
    void make_output();
    void forward_done() { timeline_.forward_done(); }

    /// Those of W_o. Returns the gradient of concat; concat is the engine's to release.
    int backward_of_output();
    /// Those of W_v, W_k and W_q; the given gradients are released. X needs none, as in the article's module.
    void backward_of_input(int q_gradient, int k_gradient, int v_gradient);
    /// AdamW in one pass over each parameter, in place: it makes the two moments and nothing else.
    void optimizer_step();

    Result<MemoryCost> finish() &&;

    int Q = -1, K = -1, V = -1, concat = -1, output = -1;

private:
    void make_parameter_gradients(std::string_view statement, std::string_view weight, std::string_view bias);

    CostSettings settings_;
    Extent queries_, keys_;
    MemoryTimeline timeline_;
};

} // namespace headscope
