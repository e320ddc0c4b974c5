#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/error.h"
#include "core/base/tensor.h"
#include "core/model/embedding.h"
#include "core/text/tokenizer.h"

namespace headscope {

/// X of a text. Keeps the vectors of the tokens and positions it has seen, so that a key press costs one new vector and
/// not a text of them.
class TextEmbedder {
public:
    /// (1, tokens, d_model); tokens is not empty. Error: cancelled.
    Result<Tensor> embed(const std::vector<Token>& tokens, std::uint64_t seed, Index d_model, Positions positions,
                         const std::stop_token& stop);

private:
    void forget_if_other(std::uint64_t seed, Index d_model);
    const Vector& embedding(const std::string& token);
    const Vector& position(Index i);

    std::uint64_t seed_ = 0;
    Index d_model_ = 0;
    std::unordered_map<std::string, Vector> embeddings_;
    std::optional<PositionalEncoding> encoding_; ///< for d_model_
    std::vector<Vector> positions_;
};

} // namespace headscope
