#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/train/attention_gradient.h"
#include "core/train/layer_norm.h"
#include "core/train/linear_gradient.h"

namespace headscope {

/// Gradients on their way back through a layer, at every position; all layers use the same.
struct LayerGradients {
    LayerGradients(const TrainModelConfig& config, Index positions);

    PositionPanels stream; ///< of what the layer gives; in the end of what it was given
    PositionPanels middle; ///< between attention and MLP
    PositionPanels hidden; ///< inside the MLP
    PositionPanels normed; ///< of what LayerNorm gives
    AttentionGradients attention;
};

/// A product for a weight's gradient: dy at every position times x.
struct WeightGradient {
    const TrainedLinear* linear;
    const PositionPanels* dy;
    bool queries_only; ///< there is no dy where no query was asked for
};

/// A layer in training: x += attention(x), then x += MLP(x), of 32 sequences. What does not mix positions is done for
/// one position, attention for one head and one block of positions; so calls of one kind share nothing and may run side
/// by side. The order: begin, attend, end; end_gradient, query_gradients, key_gradients, weight gradients,
/// begin_gradient.
class TransformerLayer {
public:
    TransformerLayer(const TrainModelConfig& config, ParameterSet& parameters, Index layer);
    TransformerLayer(const TransformerLayer&) = delete;
    TransformerLayer& operator=(const TransformerLayer&) = delete;

    /// What the layer is given: (d_model, 32) at every position.
    PositionPanels x;
    AttentionPanels attention;
    std::vector<std::uint8_t> head_is_on;

    /// Keys and values, and the queries where they are asked for.
    void begin(Index position, bool with_query);
    void attend(Index head, Index first_query, const std::optional<TrainingDropout>& dropout);
    void end(Index position, float* out);

    /// From gradients.stream to that of the heads' outputs.
    void end_gradient(Index position, LayerGradients& gradients);
    void query_gradients(Index head, Index first_query, LayerGradients& gradients, double dropout) const;
    /// From the gradients of queries, keys and values (and those of `middle`, which are of the layer's input too) to
    /// gradients.stream.
    void begin_gradient(Index position, bool with_query, LayerGradients& gradients);
    void add_norm_gradients(std::span<const Index> queries);         ///< after end_gradient
    void add_first_norm_gradients(std::span<const Index> positions); ///< after begin_gradient

    /// The products that share their x.
    struct SharedInput {
        const PositionPanels* x;
        std::vector<WeightGradient> products;
    };
    std::vector<SharedInput> weight_gradients(const LayerGradients& gradients) const;

private:
    const PositionPanels& into_attention() const { return norm_1_ ? normed_1_ : x; }
    const PositionPanels& into_mlp() const { return norm_2_ ? normed_2_ : middle_; }
    bool has_mlp() const { return !hidden_.empty(); }
    void silence(Index head, PositionPanels& panels, Index first, Index count) const;

    TrainedLinear W_q_, W_k_, W_v_, W_o_, W_1_, W_2_;
    std::optional<TrainedLayerNorm> norm_1_, norm_2_;
    PositionPanels normed_1_, middle_, normed_2_, hidden_;
    float q_factor_; // 1 / sqrt(d_k)
};

} // namespace headscope
