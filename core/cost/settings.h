#pragma once

#include "core/base/error.h"
#include "core/base/tensor.h"

namespace headscope {

/// Whose tensors are counted. Their figures are never mixed.
enum class CostEngine {
    pytorch,      ///< the article's module in PyTorch 1.13 on the CPU; measured there, see docs/memory.md
    materialised, ///< core/attention/attention: every intermediate is kept, as the window shows it
    blocked,      ///< core/attention/blocked_attention: never an n x n matrix
};

enum class CostMode { inference, training };

/// The mask that the caller hands to the module: the shape of what `mask == 0` makes of it.
enum class MaskShape {
    none,
    all,         ///< 11nn: (1, 1, n, n), the causal mask of all sequences and heads
    each_batch,  ///< b1nn: (batch, 1, n, n)
    key_padding, ///< b11n: (batch, 1, 1, n)
    each_head,   ///< bhnn: (batch, n_heads, n, n)
};

/// Of all tensors of numbers. PyTorch's masks stay bool (1 byte), its scalars as they are.
enum class ElementType { float32, float16, bfloat16, int8 };

/// 4, 2, 2 and 1.
constexpr Index element_bytes(ElementType type) {
    return type == ElementType::float32 ? 4 : type == ElementType::int8 ? 1 : 2;
}

/// What is asked: one layer of self-attention over `batch` sequences of `seq_len` tokens.
struct CostSettings {
    CostEngine engine = CostEngine::pytorch;
    CostMode mode = CostMode::inference;
    Index batch = 1;
    Index seq_len = 1;
    Index d_model = 512;
    Index n_heads = 8;
    MaskShape mask = MaskShape::none;
    double dropout = 0.0; ///< p; drawn in training only
    ElementType element = ElementType::float32;
    Index threads =
        1; ///< of Headscope's engines, each of which has its own buffers; PyTorch's figures do not depend on it

    Index d_head() const { return d_model / n_heads; }
    bool masked() const { return mask != MaskShape::none; }
    bool drops() const { return mode == CostMode::training && dropout > 0.0; }

    /// Errors: cost_size_not_positive, cost_too_large, n_heads_out_of_range, heads_do_not_divide, dropout_out_of_range,
    /// element_type_not_for_training (int8, which has no gradient).
    Result<void> check() const;

    friend bool operator==(const CostSettings&, const CostSettings&) = default;
};

/// What stays when the number of heads changes: the article's reading keeps d_model, and d_k = d_model / h shrinks; the
/// popular claim that memory is proportional to h silently keeps d_k, so that d_model and the parameters grow too.
enum class Keep { d_model, d_head };

/// The same question with other heads. Keep::d_head: d_model becomes n_heads * d_head. The result is not checked: with
/// Keep::d_model the heads may not divide.
CostSettings with_heads(CostSettings settings, Index n_heads, Keep keep);

} // namespace headscope
