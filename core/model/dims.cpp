#include "core/model/dims.h"

#include <algorithm>

#include "core/base/contract.h"

namespace headscope {

Result<ModelDims> ModelDims::create(Index d_model, Index n_heads) {
    if (d_model < 1 || d_model > largest_d_model) {
        return fail(ErrorCode::d_model_out_of_range, d_model, 1, largest_d_model);
    }
    return check_heads(d_model, n_heads).map([&] {
        ModelDims dims;
        dims.d_model_ = d_model;
        dims.n_heads_ = n_heads;
        return dims;
    });
}

Result<void> check_heads(Index d_model, Index n_heads) {
    if (n_heads < 1 || n_heads > d_model) {
        return fail(ErrorCode::n_heads_out_of_range, n_heads, d_model);
    }
    if (d_model % n_heads != 0) {
        const std::vector<Index> legal = legal_head_counts(d_model);
        const auto above = std::ranges::upper_bound(legal, n_heads);
        return fail(ErrorCode::heads_do_not_divide, d_model, n_heads, *(above - 1), *above);
    }
    return {};
}

std::vector<Index> legal_head_counts(Index d_model) {
    HEADSCOPE_EXPECTS(d_model >= 1);
    std::vector<Index> counts;
    std::vector<Index> partners; // falling
    for (Index h = 1; h <= d_model / h; ++h) {
        if (d_model % h == 0) {
            counts.push_back(h);
            if (h != d_model / h) {
                partners.push_back(d_model / h);
            }
        }
    }
    counts.insert(counts.end(), partners.rbegin(), partners.rend());
    return counts;
}

Index nearest_head_count(Index d_model, Index wanted) {
    const std::vector<Index> legal = legal_head_counts(d_model);
    const auto above = std::ranges::lower_bound(legal, wanted);
    if (above == legal.end()) {
        return legal.back();
    }
    if (*above == wanted || above == legal.begin()) {
        return *above;
    }
    const Index below = *(above - 1);
    // Head counts are felt as ratios: from 12, 8 is a factor of 1.5 away and 16 one of 1.33. There is no tie: the
    // geometric mean of two divisors divides too, where it is whole.
    return wanted * wanted <= below * *above ? below : *above;
}

} // namespace headscope
