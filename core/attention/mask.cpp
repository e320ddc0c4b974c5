#include "core/attention/mask.h"

#include <algorithm>
#include <array>

#include "core/base/contract.h"

namespace headscope {

Mask Mask::causal() {
    Mask mask;
    mask.kind_ = Kind::causal;
    return mask;
}

Mask Mask::key_padding(Index padded) {
    HEADSCOPE_EXPECTS(padded >= 0);
    Mask mask;
    mask.kind_ = Kind::key_padding;
    mask.padded_ = padded;
    return mask;
}

Mask Mask::matrix(std::shared_ptr<const MaskMatrix> matrix) {
    HEADSCOPE_EXPECTS(matrix != nullptr && matrix->batches >= 1 && matrix->n_q >= 1 && matrix->n_k >= 1);
    HEADSCOPE_EXPECTS(static_cast<Index>(matrix->visible.size()) == matrix->batches * matrix->n_q * matrix->n_k);
    Mask mask;
    mask.kind_ = Kind::matrix;
    mask.matrix_ = std::move(matrix);
    return mask;
}

Result<void> Mask::check(Index batch, Index n_q, Index n_k) const {
    if (kind_ != Kind::matrix) {
        return {}; // the others are rules and fit every size; padding all keys and more hides them all
    }
    const MaskMatrix& m = *matrix_;
    if ((m.batches == 1 || m.batches == batch) && m.n_q == n_q && m.n_k == n_k) {
        return {};
    }
    const std::array<Index, 3> given{m.batches, m.n_q, m.n_k};
    const std::array<Index, 3> needed{batch, n_q, n_k};
    // One matrix for all batches is written without the batch axis, as in a file; so is the need where that would do.
    const std::size_t given_from = m.batches == 1 ? 1 : 0;
    const std::size_t needed_from = m.batches == 1 || batch == 1 ? 1 : 0;
    return fail(ErrorCode::array_wrong_shape, "mask", shape_text(std::span(given).subspan(given_from)),
                shape_text(std::span(needed).subspan(needed_from)));
}

Index Mask::end_of_keys(Index query, Index n_q, Index n_k) const {
    HEADSCOPE_EXPECTS(kind_ != Kind::matrix && query >= 0 && query < n_q);
    switch (kind_) {
    case Kind::causal: return std::max<Index>(0, query + n_k - n_q + 1);
    case Kind::key_padding: return std::max<Index>(0, n_k - padded_);
    default: return n_k;
    }
}

void Mask::row(Index batch, Index query, Index n_q, Index n_k, std::span<std::uint8_t> visible, Index first_key) const {
    const Index keys = static_cast<Index>(visible.size());
    HEADSCOPE_EXPECTS(first_key >= 0 && keys <= n_k - first_key && query >= 0 && query < n_q);
    if (kind_ != Kind::matrix) {
        const Index shown = std::clamp<Index>(end_of_keys(query, n_q, n_k) - first_key, 0, keys);
        std::fill_n(visible.begin(), shown, std::uint8_t{1});
        std::fill_n(visible.begin() + shown, keys - shown, std::uint8_t{0});
        return;
    }
    const Index b = matrix_->batches == 1 ? 0 : batch;
    const auto first = matrix_->visible.begin() + (b * n_q + query) * n_k + first_key;
    std::transform(first, first + keys, visible.begin(),
                   [](std::uint8_t v) { return static_cast<std::uint8_t>(v != 0 ? 1 : 0); });
}

} // namespace headscope
