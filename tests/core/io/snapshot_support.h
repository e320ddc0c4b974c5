#pragma once

#include <string>
#include <vector>

#include "core/engine/snapshot.h"

/// A snapshot made by hand: cell (b, h, i, j) has a score of its own, and weight 1 / (1 + its number in C order).
inline headscope::Snapshot snapshot_of(headscope::Index batch, headscope::Index heads, headscope::Index n_q,
                                       headscope::Index n_k) {
    using namespace headscope;
    Snapshot snapshot;
    snapshot.request.dims = *ModelDims::create(4 * heads, heads);
    snapshot.trace.Q = Tensor::zeros({batch, n_q, 4 * heads});
    snapshot.trace.K = Tensor::zeros({batch, n_k, 4 * heads});
    snapshot.trace.scores = Tensor({batch, heads, n_q, n_k});
    snapshot.trace.weights = Tensor({batch, heads, n_q, n_k});
    for (Index i = 0; i < snapshot.trace.scores.size(); ++i) {
        snapshot.trace.scores.data()[i] = static_cast<float>(i) * 0.25F - 1.0F;
        snapshot.trace.weights.data()[i] = 1.0F / (1.0F + static_cast<float>(i));
    }
    return snapshot;
}

inline headscope::Snapshot text_snapshot(const std::vector<std::string>& tokens, headscope::Index heads) {
    using namespace headscope;
    const auto n = static_cast<Index>(tokens.size());
    Snapshot snapshot = tokens.empty() ? Snapshot() : snapshot_of(1, heads, n, n);
    TextInput input;
    for (const std::string& token : tokens) {
        const auto begin = static_cast<Index>(input.text.size());
        input.text += token;
        snapshot.tokens.push_back({token, begin, static_cast<Index>(input.text.size())});
    }
    snapshot.request.input = input;
    return snapshot;
}

inline headscope::Snapshot array_snapshot(headscope::Index batch, bool batched) {
    using namespace headscope;
    Snapshot snapshot = snapshot_of(batch, 2, 2, 3);
    const auto query = std::make_shared<const Tensor>(Tensor::zeros({batch, 2, 8}));
    const auto key = std::make_shared<const Tensor>(Tensor::zeros({batch, 3, 8}));
    snapshot.request.input = ArrayInput{{query, key, key}, batched};
    return snapshot;
}
