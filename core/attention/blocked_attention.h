#pragma once

#include "core/attention/attention.h"

namespace headscope {

/// What blocked_attend() gives: no tensor has n_q * n_k elements.
struct BlockedTrace {
    AttentionInput input;
    Tensor Q;           ///< (batch, n_q, d_model)
    Tensor K;           ///< (batch, n_k, d_model)
    Tensor V;           ///< (batch, n_k, d_model)
    Tensor log_sum_exp; ///< (batch, n_heads, n_q): natural logarithm of the sum of exp(score) over the keys that a
                        ///< query sees, scores as in Trace, rounded to float32. weight = exp(score - log_sum_exp),
                        ///< before dropout. +infinity where no key is visible, so that exp gives 0 there
    Tensor concat;      ///< (batch, n_q, d_model): the heads' outputs side by side, after dropout where it is on
    Tensor output;      ///< (batch, n_q, d_model): concat through W_o
    Index fully_masked_rows = 0; ///< rows (batch, query) in which no key is visible
    MeasuredMemory memory;       ///< of the forward pass; alive_bytes equals bytes()

    /// Bytes of all tensors made by the forward pass (the input is not counted).
    Index bytes() const;
};

/// The same function as attend(), of the same inputs and settings, with the same errors and the same dropped cells, in
/// memory that does not grow with n_q * n_k: Q, K, V, log-sum-exp, concat and output, and for each thread the scores of
/// 64 queries x 128 keys. Milakov & Gimelshein 2018, "Online normalizer calculation for softmax"; Dao et al. 2022,
/// "FlashAttention". Q, K and V have the bits of attend(). The sums of a row are added up key tile by key tile and
/// scaled when a larger score appears, so concat and output differ from attend()'s by rounding: for scores up to 15 by
/// at most 4e-6 of the largest |V| in concat. As there, neither the number of threads nor a token that is appended
/// under the causal mask changes a bit of earlier rows.
Result<BlockedTrace> blocked_attend(const AttentionInput& input, const Parameters& parameters, const ModelDims& dims,
                                    const AttentionSettings& settings, const RunControl& control = {});

/// Rows first .. first + count of the weights of one head of one batch, (count, n_k), after softmax and before dropout:
/// made anew from Q and K, with the bits of Trace::weights. dims and settings are those of the run; the rows exist
/// (contract).
Matrix weights_of(const BlockedTrace& trace, const ModelDims& dims, const AttentionSettings& settings, Index b, Index h,
                  Index first, Index count);

} // namespace headscope
