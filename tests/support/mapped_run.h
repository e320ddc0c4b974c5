#pragma once

#include <memory>
#include <string>

#include "core/engine/engine.h"

namespace headscope::testing {

/// A run of so many words that keeps what is `wanted`: d_model 32, 2 heads.
inline std::shared_ptr<const Snapshot> run_of_words(Index n, const Wanted& wanted,
                                                    const AttentionSettings& settings = {}) {
    Request request;
    std::string text;
    for (Index i = 0; i < n; ++i) {
        text += "w" + std::to_string(i) + " ";
    }
    request.input = TextInput{text, Tokenizer::words, Positions::sinusoidal};
    request.dims = *ModelDims::create(32, 2);
    request.attention = settings;
    request.wanted = wanted;
    return *Engine().run(request);
}

inline std::shared_ptr<const Snapshot> mapped_run(Index n, Index tile, const AttentionSettings& settings = {}) {
    return run_of_words(n, {.scores = false, .weights = false, .map_tile = tile}, settings);
}

} // namespace headscope::testing
