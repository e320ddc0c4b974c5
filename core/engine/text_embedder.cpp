#include "core/engine/text_embedder.h"

namespace headscope {

namespace {

// 16 MiB of float32: more than any text in the window needs at d_model 512, little beside its activations.
constexpr Index most_values_kept = Index{1} << 22;

} // namespace

Result<Tensor> TextEmbedder::embed(const std::vector<Token>& tokens, std::uint64_t seed, Index d_model,
                                   Positions positions, const std::stop_token& stop) {
    forget_if_other(seed, d_model);
    Tensor X({1, static_cast<Index>(tokens.size()), d_model});
    MatrixView rows = X.matrix(0);
    for (Index i = 0; i < rows.rows(); ++i) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::cancelled);
        }
        rows.row(i) = embedding(tokens[static_cast<std::size_t>(i)].text);
        if (positions == Positions::sinusoidal) {
            rows.row(i) += position(i);
        }
    }
    return X;
}

void TextEmbedder::forget_if_other(std::uint64_t seed, Index d_model) {
    const bool full = static_cast<Index>(embeddings_.size() + positions_.size()) * d_model > most_values_kept;
    if (seed != seed_ || d_model != d_model_ || full) {
        embeddings_.clear();
    }
    if (d_model != d_model_ || full) {
        positions_.clear();
        encoding_.emplace(d_model);
    }
    seed_ = seed;
    d_model_ = d_model;
}

const Vector& TextEmbedder::embedding(const std::string& token) {
    const auto [entry, added] = embeddings_.try_emplace(token);
    if (added) {
        entry->second.resize(d_model_);
        token_embedding(token, seed_, {entry->second.data(), static_cast<std::size_t>(d_model_)});
    }
    return entry->second;
}

const Vector& TextEmbedder::position(Index i) {
    while (static_cast<Index>(positions_.size()) <= i) {
        const Index next = static_cast<Index>(positions_.size());
        Vector& encoding = positions_.emplace_back(Vector::Zero(d_model_));
        encoding_->add(next, {encoding.data(), static_cast<std::size_t>(d_model_)});
    }
    return positions_[static_cast<std::size_t>(i)];
}

} // namespace headscope
