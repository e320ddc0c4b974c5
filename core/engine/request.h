#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include "core/attention/attention.h"
#include "core/model/dims.h"
#include "core/model/embedding.h"
#include "core/text/tokenizer.h"

namespace headscope {

/// Self-attention over a text: tokens, embeddings N(0, 1) from Request::seed, positions.
struct TextInput {
    std::string text; ///< UTF-8
    Tokenizer tokenizer = Tokenizer::words;
    Positions positions = Positions::sinusoidal;

    friend bool operator==(const TextInput&, const TextInput&) = default;
};

/// Arrays from files, already read and checked by whoever builds the request: (batch, n, d_model) each.
struct ArrayInput {
    AttentionInput arrays;
    bool batched = false; ///< the file had a batch axis, so results get one too

    friend bool operator==(const ArrayInput& a, const ArrayInput& b) {
        return a.arrays.query == b.arrays.query && a.arrays.key == b.arrays.key && a.arrays.value == b.arrays.value &&
               a.batched == b.batched;
    }
};

struct RandomWeights {
    friend bool operator==(const RandomWeights&, const RandomWeights&) = default;
}; ///< parameters from Request::seed

struct FileWeights {
    std::string path; ///< safetensors with the article's names
    friend bool operator==(const FileWeights&, const FileWeights&) = default;
};

/// Up to here a picture is drawn from all weights (128 MiB with 8 heads); beyond, a map has all that a screen can show.
inline constexpr Index most_tokens_drawn_cell_by_cell = 2048;

/// Everything that decides a result, and nothing else. The defaults are the article's module.
struct Request {
    std::variant<TextInput, ArrayInput> input;
    ModelDims dims;
    std::uint64_t seed = 42; ///< of embeddings and of random parameters
    std::variant<RandomWeights, FileWeights> weights;
    AttentionSettings attention;
    Index token_limit = 0; ///< 0: none. Passing it is an error, nothing is cut
    Wanted wanted;         ///< of the large tensors, what the Snapshot is to hold
    Index map_above = 0;   ///< with more queries or keys it holds a map in place of scores and weights; 0: never

    friend bool operator==(const Request&, const Request&) = default;
};

} // namespace headscope
