#include "core/train/transformer_layer.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/train/lane_array.h"

namespace headscope {

namespace {

void copy(const float* from, Index rows, float* to) {
    std::copy_n(from, rows * panel_lanes, to);
}

void relu(float* panel, Index rows) {
    for (Index row = 0; row < rows; ++row) {
        lane_row(panel, row) = lane_row(panel, row).max(0.0F);
    }
}

/// Where relu gave 0 there is no gradient, as in PyTorch.
void relu_gradient(const float* after, Index rows, float* gradient) {
    keep_where_positive(after, rows, gradient);
}

} // namespace

LayerGradients::LayerGradients(const TrainModelConfig& config, Index positions) {
    const Index d = config.dims.d_model();
    stream = PositionPanels(positions, d);
    if (config.mlp) {
        middle = PositionPanels(positions, d);
        hidden = PositionPanels(positions, config.hidden());
    }
    if (config.layer_norm) {
        normed = PositionPanels(positions, d);
    }
    for (PositionPanels* const panels : {&attention.concat, &attention.q, &attention.k, &attention.v}) {
        *panels = PositionPanels(positions, d);
    }
    attention.scores = Tensor({config.dims.n_heads(), positions, positions | 1, panel_lanes});
}

TransformerLayer::TransformerLayer(const TrainModelConfig& config, ParameterSet& parameters, Index layer)
    : head_is_on(static_cast<std::size_t>(config.dims.n_heads()), 1) {
    const std::string prefix = "layer" + std::to_string(layer) + ".";
    const Index n = config.shape.seq_len;
    const Index d = config.dims.d_model();
    x = PositionPanels(n, d);
    attention.n_heads = config.dims.n_heads();
    attention.d_head = config.dims.d_head();
    attention.causal = config.causal;
    for (PositionPanels* const panels : {&attention.q, &attention.k, &attention.v, &attention.concat}) {
        *panels = PositionPanels(n, d);
    }
    attention.weights = Tensor({attention.n_heads, n, n | 1, panel_lanes});
    if (config.dropout > 0.0) {
        attention.dropped = Tensor({attention.n_heads, n, n | 1, panel_lanes});
    }
    W_q_ = trained_linear(parameters, prefix + "W_q");
    W_k_ = trained_linear(parameters, prefix + "W_k");
    W_v_ = trained_linear(parameters, prefix + "W_v");
    W_o_ = trained_linear(parameters, prefix + "W_o");
    q_factor_ = 1.0F / std::sqrt(static_cast<float>(attention.d_head));
    if (config.layer_norm) {
        norm_1_.emplace(parameters, prefix + "norm_1", n);
        normed_1_ = PositionPanels(n, d);
    }
    if (config.mlp) {
        W_1_ = trained_linear(parameters, prefix + "W_1");
        W_2_ = trained_linear(parameters, prefix + "W_2");
        middle_ = PositionPanels(n, d);
        hidden_ = PositionPanels(n, config.hidden());
    }
    if (config.mlp && config.layer_norm) {
        norm_2_.emplace(parameters, prefix + "norm_2", n);
        normed_2_ = PositionPanels(n, d);
    }
}

void TransformerLayer::begin(Index position, bool with_query) {
    if (norm_1_) {
        norm_1_->apply(position, x.at(position), normed_1_.at(position));
    }
    const float* const in = into_attention().at(position);
    apply(W_k_, in, attention.k.at(position), false);
    apply(W_v_, in, attention.v.at(position), false);
    if (with_query) {
        apply(W_q_, in, attention.q.at(position), false);
        PanelRow factor;
        factor.fill(q_factor_);
        scale_panel(attention.q.at(position), W_q_.out, factor);
    }
}

void TransformerLayer::silence(Index head, PositionPanels& panels, Index first, Index count) const {
    for (Index position = first; position < first + count; ++position) {
        std::fill_n(panels.at(position) + head * attention.d_head * panel_lanes, attention.d_head * panel_lanes, 0.0F);
    }
}

void TransformerLayer::attend(Index head, Index first_query, const std::optional<TrainingDropout>& dropout) {
    headscope::attend(attention, head, first_query, dropout);
    if (head_is_on[static_cast<std::size_t>(head)] == 0) {
        silence(head, attention.concat, first_query, std::min(positions_at_once, attention.n - first_query));
    }
}

void TransformerLayer::end(Index position, float* out) {
    float* const middle = has_mlp() ? middle_.at(position) : out;
    copy(x.at(position), x.rows(), middle);
    apply(W_o_, attention.concat.at(position), middle, true);
    if (!has_mlp()) {
        return;
    }
    if (norm_2_) {
        norm_2_->apply(position, middle, normed_2_.at(position));
    }
    apply(W_1_, into_mlp().at(position), hidden_.at(position), false);
    relu(hidden_.at(position), hidden_.rows());
    copy(middle, x.rows(), out);
    apply(W_2_, hidden_.at(position), out, true);
}

void TransformerLayer::end_gradient(Index position, LayerGradients& gradients) {
    float* middle = gradients.stream.at(position);
    if (has_mlp()) {
        middle = gradients.middle.at(position);
        copy(gradients.stream.at(position), x.rows(), middle);
        float* const hidden = gradients.hidden.at(position);
        input_gradient(W_2_, gradients.stream.at(position), hidden, false);
        relu_gradient(hidden_.at(position), hidden_.rows(), hidden);
        if (norm_2_) {
            input_gradient(W_1_, hidden, gradients.normed.at(position), false);
            norm_2_->input_gradient(position, middle_.at(position), gradients.normed.at(position), middle);
        } else {
            input_gradient(W_1_, hidden, middle, true);
        }
    }
    input_gradient(W_o_, middle, gradients.attention.concat.at(position), false);
    for (Index head = 0; head < attention.n_heads; ++head) {
        if (head_is_on[static_cast<std::size_t>(head)] == 0) {
            silence(head, gradients.attention.concat, position, 1);
        }
    }
}

void TransformerLayer::query_gradients(Index head, Index first_query, LayerGradients& gradients, double dropout) const {
    headscope::query_gradients(attention, gradients.attention, head, first_query, q_factor_, dropout);
}

void TransformerLayer::begin_gradient(Index position, bool with_query, LayerGradients& gradients) {
    float* const stream = gradients.stream.at(position);
    if (!with_query) {
        std::fill_n(stream, x.rows() * panel_lanes, 0.0F);
    } else if (has_mlp()) {
        copy(gradients.middle.at(position), x.rows(), stream);
    }
    float* const in = norm_1_ ? gradients.normed.at(position) : stream;
    input_gradient(W_k_, gradients.attention.k.at(position), in, !norm_1_);
    input_gradient(W_v_, gradients.attention.v.at(position), in, true);
    if (with_query) {
        input_gradient(W_q_, gradients.attention.q.at(position), in, true);
    }
    if (norm_1_) {
        norm_1_->input_gradient(position, x.at(position), in, stream);
    }
}

void TransformerLayer::add_norm_gradients(std::span<const Index> queries) {
    if (norm_2_) {
        norm_2_->add_parameter_gradients(queries);
    }
}

void TransformerLayer::add_first_norm_gradients(std::span<const Index> positions) {
    if (norm_1_) {
        norm_1_->add_parameter_gradients(positions);
    }
}

std::vector<TransformerLayer::SharedInput> TransformerLayer::weight_gradients(const LayerGradients& gradients) const {
    std::vector<SharedInput> all;
    all.push_back({&into_attention(),
                   {{&W_k_, &gradients.attention.k, false},
                    {&W_v_, &gradients.attention.v, false},
                    {&W_q_, &gradients.attention.q, true}}});
    all.push_back({&attention.concat, {{&W_o_, has_mlp() ? &gradients.middle : &gradients.stream, true}}});
    if (has_mlp()) {
        all.push_back({&into_mlp(), {{&W_1_, &gradients.hidden, true}}});
        all.push_back({&hidden_, {{&W_2_, &gradients.stream, true}}});
    }
    return all;
}

} // namespace headscope
