#pragma once

#include <string_view>
#include <vector>

#include "core/cost/checked.h"
#include "core/cost/memory_cost.h"

namespace headscope {

// Korthikanti et al. 2022, "Reducing Activation Recomputation in Large Transformer Models" (arXiv 2205.05198), section
// 4: bytes that one transformer layer saves for its backward pass, in float16 with dropout masks of one byte. Their
// symbols: s seq_len, b batch, h d_model (!), a heads.

struct ActivationShape {
    Index seq_len = 1;
    Index batch = 1;
    Index d_model = 1;
    Index n_heads = 1;
};

/// The attention block, equation (1)'s part: 11 s b h + 5 a s^2 b.
Checked attention_block_bytes(const ActivationShape& shape);
/// The part of it that grows with the heads: 5 a s^2 b.
Checked attention_cells_bytes(const ActivationShape& shape);
/// The whole layer: s b h (34 + 5 a s / h) = 34 s b h + 5 a s^2 b.
Checked transformer_layer_bytes(const ActivationShape& shape);
/// 5 a s / h, beside 34: how much the cells weigh.
double cells_ratio(const ActivationShape& shape);
/// 5 a s^2 b of the whole layer, 0 to 1: what recomputing the cells saves.
double cells_share(const ActivationShape& shape);
/// The length from which the cells take more than the rest of the layer: 34 / 5 d_k.
double cells_break_even(double d_head);

/// `tensors` tensors of rows x width numbers, hidden states for example.
Checked rows_bytes(Index tensors, Index rows, Index width, Index element_bytes);
/// One tensor of scores or weights: batch * heads * n_q * n_k numbers.
Checked cells_bytes(Index batch, Index n_heads, Index n_q, Index n_k, Index element_bytes);

/// Why a saved tensor takes other bytes in the article's module than with Korthikanti et al.
enum class ActivationDifference {
    none,
    wider_numbers,       ///< the module's element type instead of float16
    mask_of_floats,      ///< PyTorch's dropout keeps its mask as numbers of the element type, not one byte each
    owned_by_caller,     ///< the module's input: who calls it keeps it
    not_in_module,       ///< the article's module does not have it: dropout after W_o
    counted_by_the_next, ///< the output: with them the input of the next block
    mask_of_caller,      ///< which keys are hidden: with them part of a fused softmax
    scalar,              ///< the divisor sqrt(d_k) as a tensor of one number
    no_dropout,          ///< p = 0: not made; with them always there
};

/// A tensor saved by the attention block, on both sides.
struct SavedTensor {
    std::string_view name;    ///< as in Korthikanti et al., "softmax output"
    std::string_view formula; ///< of their bytes, "2 a s^2 b"; "0" where they do not have it
    Index korthikanti_bytes = 0;
    Index article_bytes = 0; ///< of the article's module in PyTorch
    ActivationDifference difference = ActivationDifference::none;
};

/// The attention block side by side. Their bytes add up to 11 s b h + 5 a s^2 b, the article's to
/// alive_after_forward_bytes of the PyTorch engine in training. settings.engine and mode are not used.
/// Errors: those of settings.check(), cost_too_large.
Result<std::vector<SavedTensor>> saved_tensors(const CostSettings& settings);

} // namespace headscope
