#pragma once

#include "core/cost/checked.h"

namespace headscope {

// Formulas of the literature for whole transformers, so that published figures can be checked. Symbols: L layers, n
// seq_len, d d_model, h heads, V vocabulary, F width of the feed-forward part. All sizes are 1 or more.

struct TransformerShape {
    Index layers = 12;
    Index seq_len = 1024;
    Index d_model = 768;
    Index n_heads = 12;
    Index vocabulary = 50257;
    Index feed_forward = 3072; ///< 4 d_model as a rule
};

/// What of a transformer has parameters; a linear layer of d x d has d^2, and d more with a bias.
struct ParameterOptions {
    bool biases = false;             ///< of linear layers and layer norms
    bool position_embedding = false; ///< learned: n d
};

/// Attention's four linear layers: 4d^2, with biases 4d^2 + 4d. The number of heads does not enter.
Checked attention_parameters(Index d_model, bool biases);
/// All keys' matrices (or queries', values'): L h d_k d, which is L d^2 where h d_k = d.
Checked projection_parameters(Index layers, Index n_heads, Index d_head, Index d_model);
/// The feed-forward part's first matrices of all layers: L F d.
Checked feed_forward_parameters(Index layers, Index d_model, Index feed_forward);
/// GPT-2 as nanoGPT counts it (transformer_sizing.ipynb): L (4d^2 + 2dF + 2d) + V d + d, with biases
/// L (4d^2 + 4d + 2dF + F + d + 4d) + V d + 2d, plus n d with the position embedding; the output layer shares the
/// embedding's weights.
Checked transformer_parameters(const TransformerShape& shape, ParameterOptions options);

/// Matrix products alone, a multiplication and an addition two FLOPs, one layer and one sequence (nanoGPT).
Checked qkv_flops(Index seq_len, Index d_model);       ///< 6 n d^2
Checked scores_flops(Index seq_len, Index d_model);    ///< 2 n^2 d, whatever h
Checked reduce_flops(Index seq_len, Index d_model);    ///< weights V: 2 n^2 d
Checked attention_flops(Index seq_len, Index d_model); ///< 8 n d^2 + 4 n^2 d
/// L (8nd^2 + 4n^2d + 4ndF) + 2ndV. Training: three times as much (the backward pass is two).
Checked transformer_forward_flops(const TransformerShape& shape);
/// PaLM, appendix B (Chowdhery et al. 2022): (6N + 12 L d n) n for a sequence, N parameters without position embedding.
Checked palm_training_flops(const TransformerShape& shape, Checked parameters);
/// Chinchilla, appendix F (Hoffmann et al. 2022), without embeddings: 3L (8nd^2 + 4n^2d + 3hn^2 + 4ndF). Its 3hn^2, for
/// the softmax, is the only term with h.
Checked chinchilla_training_flops(const TransformerShape& shape);
/// The length at which scores and weights V (4 n^2 d) cost as much as all else of a layer with F = 4d (24 n d^2): 6d.
Checked products_break_even(Index d_model);

/// What training keeps for parameters of so many bytes: themselves, gradients and AdamW's two moments, four times.
Checked training_state_bytes(Index parameter_bytes);

} // namespace headscope
