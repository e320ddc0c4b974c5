#pragma once

#include "core/base/error.h"
#include "core/cost/checked.h"

namespace headscope {

// What decoding keeps of past tokens, and what one more token costs.

/// How numbers are stored: `bytes` for each block of `elements`. float16 is {2, 1}, llama.cpp's q8_0 {34, 32}.
struct StorageFormat {
    Index bytes = 4;
    Index elements = 1;
};

/// Numbers kept of one token: a key and a value of d_head for each key-value head and layer, 2 L h_kv d_k.
/// Multi-head attention: h_kv = h (Vaswani et al. 2017); grouped-query: fewer (Ainslie et al. 2023); multi-query: 1
/// (Shazeer 2019).
Checked kv_elements_per_token(Index layers, Index kv_heads, Index d_head);
/// Keys alone: half of it.
Checked key_elements_per_token(Index layers, Index kv_heads, Index d_head);
/// Multi-head latent attention (DeepSeek-V2, arXiv 2405.04434): a latent vector of d_c and one rotary key of d_r for
/// all heads, L (d_c + d_r); the number of heads does not enter.
Checked latent_elements_per_token(Index layers, Index latent, Index rotary);

/// Bytes of `elements` numbers for each of `tokens` tokens; the last block counts whole.
Checked stored_bytes(Checked elements, Index tokens, StorageFormat format);

enum class KvSharing { multi_head, grouped_query, multi_query };

/// Decoding with a layer (or several) of the article's module, whose keys and values may have fewer heads.
struct KvCacheSettings {
    Index batch = 1;
    Index layers = 1;
    Index d_model = 512;
    Index n_heads = 8;
    Index kv_heads = 8; ///< divides n_heads
    Index cached = 0;   ///< tokens in the cache before the step, of each sequence
    Index element_bytes = 4;

    Index d_head() const { return d_model / n_heads; }
    /// multi_head where h_kv = h, also where both are 1.
    KvSharing sharing() const;
    /// Errors: cost_size_not_positive, cost_too_large, n_heads_out_of_range, heads_do_not_divide,
    /// kv_heads_do_not_divide.
    Result<void> check() const;
};

/// All layers and sequences, but where it says otherwise.
struct KvCacheCost {
    Index bytes_per_token = 0; ///< of one sequence: 2 L h_kv d_k e
    Index cache_bytes = 0;     ///< before the step: batch * cached * bytes_per_token
    Index parameters = 0;      ///< a count: L (2d^2 + 2d + 2 d h_kv d_k + 2 h_kv d_k)

    // One decoding step: one new token for each sequence, which sees the m = cached + 1 tokens up to itself.
    Index read_bytes = 0;     ///< cache_bytes: every step reads the whole cache
    Index appended_bytes = 0; ///< batch * bytes_per_token
    /// batch * L (4d^2 + 4 d h_kv d_k + 4 d m - d + h (5m - 2)), counted as flop_cost() counts: both d x d projections
    /// and the two of K and V with biases, scores with the division, softmax, weights V.
    Index flops = 0;
    Index flops_with_heads = 0; ///< the part that grows with h at fixed d_model and h_kv d_k: batch * L h (5m - 2)
};

/// Errors: those of check(), cost_too_large.
Result<KvCacheCost> kv_cache_cost(const KvCacheSettings& settings);

} // namespace headscope
