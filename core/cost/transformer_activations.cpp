#include "core/cost/transformer_activations.h"

#include <array>

namespace headscope {

namespace {

Checked row_numbers(const ActivationShape& s) {
    return Checked(s.seq_len) * s.batch * s.d_model;
}

Checked cell_numbers(const ActivationShape& s) {
    return Checked(s.n_heads) * s.seq_len * s.seq_len * s.batch;
}

// Numbers that `mask == 0` has, one byte each.
Checked mask_bytes(const CostSettings& s) {
    const Checked n = s.seq_len;
    switch (s.mask) {
    case MaskShape::none: return 0;
    case MaskShape::all: return n * n;
    case MaskShape::each_batch: return n * n * s.batch;
    case MaskShape::key_padding: return n * s.batch;
    case MaskShape::each_head: return n * n * s.batch * s.n_heads;
    }
    return 0;
}

struct Side {
    std::string_view name;
    std::string_view formula;
    Checked korthikanti;
    Checked article;
    ActivationDifference difference;
};

} // namespace

Checked attention_block_bytes(const ActivationShape& shape) {
    return row_numbers(shape) * 11 + attention_cells_bytes(shape);
}

Checked attention_cells_bytes(const ActivationShape& shape) {
    return cell_numbers(shape) * 5;
}

Checked transformer_layer_bytes(const ActivationShape& shape) {
    return row_numbers(shape) * 34 + attention_cells_bytes(shape);
}

double cells_ratio(const ActivationShape& shape) {
    return 5.0 * static_cast<double>(shape.n_heads) * static_cast<double>(shape.seq_len) /
           static_cast<double>(shape.d_model);
}

double cells_share(const ActivationShape& shape) {
    const double ratio = cells_ratio(shape);
    return ratio / (ratio + 34.0);
}

double cells_break_even(double d_head) {
    return 34.0 / 5.0 * d_head;
}

Checked rows_bytes(Index tensors, Index rows, Index width, Index element_bytes) {
    return Checked(tensors) * rows * width * element_bytes;
}

Checked cells_bytes(Index batch, Index n_heads, Index n_q, Index n_k, Index element_bytes) {
    return Checked(batch) * n_heads * n_q * n_k * element_bytes;
}

Result<std::vector<SavedTensor>> saved_tensors(const CostSettings& settings) {
    if (const Result<void> checked = settings.check(); !checked) {
        return tl::make_unexpected(checked.error());
    }
    using enum ActivationDifference;
    const ActivationShape shape{settings.seq_len, settings.batch, settings.d_model, settings.n_heads};
    const Checked e = element_bytes(settings.element);
    const Checked sbh = row_numbers(shape);
    const Checked X = sbh * e;
    const Checked ass_b = cell_numbers(shape);
    const bool drops = settings.dropout > 0.0;
    const Checked S = ass_b * e;
    const Checked S_dropped = drops ? S : Checked(0);
    const ActivationDifference wide = e.value() == 2 ? none : wider_numbers;
    const std::array sides{
        Side{"input of the Q, K and V products", "2 s b h", sbh * 2, 0, owned_by_caller},
        Side{"Q", "2 s b h", sbh * 2, X, wide},
        Side{"K", "2 s b h", sbh * 2, X, wide},
        Side{"V", "2 s b h", sbh * 2, X, wide},
        Side{"softmax output", "2 a s^2 b", ass_b * 2, S, wide},
        Side{"softmax dropout mask", "a s^2 b", ass_b, S_dropped, drops ? mask_of_floats : no_dropout},
        Side{"softmax dropout output", "2 a s^2 b", ass_b * 2, S_dropped, drops ? wide : no_dropout},
        Side{"input of W_o", "2 s b h", sbh * 2, X, wide},
        Side{"dropout mask after W_o", "s b h", sbh, 0, not_in_module},
        Side{"output", "0", 0, X, counted_by_the_next},
        Side{"mask == 0", "0", 0, mask_bytes(settings), mask_of_caller},
        Side{"sqrt(d_k)", "0", 0, 4, scalar},
    };
    std::vector<SavedTensor> saved;
    Checked theirs = 0;
    Checked ours = 0;
    for (const Side& side : sides) {
        theirs = theirs + side.korthikanti;
        ours = ours + side.article;
        if (side.korthikanti.value() != 0 || side.article.value() != 0) {
            saved.push_back({side.name, side.formula, side.korthikanti.value(), side.article.value(), side.difference});
        }
    }
    if (theirs.overflow() || ours.overflow()) {
        return fail(ErrorCode::cost_too_large, settings.batch, settings.seq_len, settings.d_model, settings.n_heads);
    }
    return saved;
}

} // namespace headscope
