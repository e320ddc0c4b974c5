#include "core/cost/transformer.h"

namespace headscope {

Checked attention_parameters(Index d_model, bool biases) {
    const Checked d = d_model;
    return d * d * 4 + (biases ? d * 4 : 0);
}

Checked projection_parameters(Index layers, Index n_heads, Index d_head, Index d_model) {
    return Checked(layers) * n_heads * d_head * d_model;
}

Checked feed_forward_parameters(Index layers, Index d_model, Index feed_forward) {
    return Checked(layers) * feed_forward * d_model;
}

Checked transformer_parameters(const TransformerShape& shape, ParameterOptions options) {
    const Checked d = shape.d_model;
    const Checked F = shape.feed_forward;
    const Checked feed_forward = d * F * 2 + (options.biases ? F + d : 0);
    const Checked norm = options.biases ? d * 2 : d;
    const Checked layer = attention_parameters(shape.d_model, options.biases) + feed_forward + norm * 2;
    const Checked positions = options.position_embedding ? d * shape.seq_len : 0;
    return layer * shape.layers + d * shape.vocabulary + positions + norm;
}

Checked qkv_flops(Index seq_len, Index d_model) {
    return Checked(seq_len) * d_model * d_model * 6;
}

Checked scores_flops(Index seq_len, Index d_model) {
    return Checked(seq_len) * seq_len * d_model * 2;
}

Checked reduce_flops(Index seq_len, Index d_model) {
    return scores_flops(seq_len, d_model);
}

Checked attention_flops(Index seq_len, Index d_model) {
    const Checked output = Checked(seq_len) * d_model * d_model * 2;
    return qkv_flops(seq_len, d_model) + scores_flops(seq_len, d_model) + reduce_flops(seq_len, d_model) + output;
}

Checked transformer_forward_flops(const TransformerShape& shape) {
    const Checked rows = Checked(shape.seq_len) * shape.d_model;
    const Checked layer = attention_flops(shape.seq_len, shape.d_model) + rows * shape.feed_forward * 4;
    return layer * shape.layers + rows * shape.vocabulary * 2;
}

Checked palm_training_flops(const TransformerShape& shape, Checked parameters) {
    const Checked of_a_token = parameters * 6 + Checked(shape.layers) * shape.d_model * shape.seq_len * 12;
    return of_a_token * shape.seq_len;
}

Checked chinchilla_training_flops(const TransformerShape& shape) {
    const Checked rows = Checked(shape.seq_len) * shape.d_model;
    const Checked softmax = Checked(shape.n_heads) * shape.seq_len * shape.seq_len * 3;
    const Checked layer = attention_flops(shape.seq_len, shape.d_model) + softmax + rows * shape.feed_forward * 4;
    return layer * shape.layers * 3;
}

Checked products_break_even(Index d_model) {
    return Checked(d_model) * 6;
}

Checked training_state_bytes(Index parameter_bytes) {
    return Checked(parameter_bytes) * 4;
}

} // namespace headscope
