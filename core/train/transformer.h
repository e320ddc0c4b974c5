#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/attention/workers.h"
#include "core/base/contract.h"
#include "core/train/cross_entropy.h"
#include "core/train/token_table.h"
#include "core/train/transformer_layer.h"

namespace headscope {

/// The queries of the last layer that anybody asks for, in whole blocks: one layer and a loss at one token need one
/// block, which saves most of the work.
struct AskedQueries {
    std::vector<Index> blocks;    ///< the first position of each, rising
    std::vector<Index> positions; ///< all of them, rising
    std::vector<std::uint8_t> at; ///< of each position, whether it is one
};

struct GroupLoss {
    double loss_sum = 0.0;
    Index correct = 0;
    Index count = 0;
};

/// The model of a TrainModelConfig over the parameters of a ParameterSet, forward and back, for a group of up to 32
/// sequences at a time. All memory is taken at the start. The number of threads does not change a bit.
class Transformer {
public:
    Transformer(const TrainModelConfig& config, ParameterSet& parameters, Index threads);

    /// The sum of the losses; adds their gradient times `factor` to the parameters'. Layer l drops by dropout_seeds[l].
    double add_gradient(const BatchGroup& group, float factor, std::span<const std::uint64_t> dropout_seeds);
    GroupLoss evaluate(const BatchGroup& group);
    /// The class with the largest logit: (lanes, seq_len, read_outs) of the group.
    std::vector<std::int32_t> predict(const BatchGroup& group);
    /// Weights of all positions, of lane 0: (layers, heads, n, n).
    Tensor attention_maps(const BatchGroup& group);

    TransformerLayer& layer(Index l) { return *layers_[static_cast<std::size_t>(l)]; }
    const TransformerLayer& layer(Index l) const { return *layers_[static_cast<std::size_t>(l)]; }

    /// Does work(0) .. work(tasks - 1), on all threads.
    template <typename Work>
    void side_by_side(Index tasks, Work work) {
        const Result<void> done = workers_.for_each(tasks, workers_.count(), [&](Index, Index task) -> Result<void> {
            work(task);
            return {};
        });
        HEADSCOPE_EXPECTS(done.has_value());
    }

private:
    Index last_layer() const { return config_.layers - 1; }
    void set_asked(const BatchGroup& group, bool all);
    const AskedQueries& asked(Index l) const { return l == last_layer() ? asked_ : everything_; }
    const PositionPanels& into_read_out() const { return norm_ ? normed_ : out_; }

    /// Up to the logits of the positions asked for, each of which is then given to `use`, side by side.
    template <typename Use>
    void forward(const BatchGroup& group, std::span<const std::uint64_t> dropout_seeds, Use use);
    void make_logits(Index position);
    double loss_at(const BatchGroup& group, Index position, float factor);
    void read_out_gradient(Index position);
    void backward(const BatchGroup& group);
    void add_weight_gradients(Index l);
    void add_weight_gradient(const TransformerLayer::SharedInput& shared, Index first_column, Index l);
    LaneTargets targets(const BatchGroup& group, Index position, Index slot) const;

    TrainModelConfig config_;
    Workers workers_;
    TokenTable tokens_;
    std::vector<std::unique_ptr<TransformerLayer>> layers_;
    std::optional<TrainedLayerNorm> norm_;
    TrainedLinear W_read_;
    PositionPanels out_, normed_, logits_; // logits become their gradient
    LayerGradients gradients_;
    Index n_ = 0; // of the group
    AskedQueries asked_, everything_;
    std::vector<double> losses_; // of each position
};

} // namespace headscope
