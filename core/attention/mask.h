#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/base/tensor.h"

namespace headscope {

/// Any 0/1 matrix: values (batches, n_q, n_k), 0 = hidden; batches is 1 (shared by all) or the batch size.
struct MaskMatrix {
    Index batches = 1;
    Index n_q = 0;
    Index n_k = 0;
    std::vector<std::uint8_t> visible;
};

/// What a query may look at. A small value; the matrix is shared.
class Mask {
public:
    enum class Kind {
        none,
        causal,      ///< key j is visible to query i when j <= i + n_k - n_q: the last query sees the last key
                     ///< (bottom-right)
        key_padding, ///< the last `padded` keys are hidden from every query
        matrix,
    };

    Mask() = default; ///< none
    static Mask causal();
    static Mask key_padding(Index padded);
    /// Errors are the caller's: visible.size() == batches * n_q * n_k (contract).
    static Mask matrix(std::shared_ptr<const MaskMatrix> matrix);

    Kind kind() const { return kind_; }
    Index padded() const { return padded_; }
    const std::shared_ptr<const MaskMatrix>& values() const { return matrix_; }

    /// Whether the mask fits these sizes. Error: array_wrong_shape ("mask", its shape, the shape needed).
    Result<void> check(Index batch, Index n_q, Index n_k) const;

    /// Of a rule (contract: no matrix): a query sees the keys before this one and none from it on; 0 .. n_k. It does
    /// not fall from one query to the next.
    Index end_of_keys(Index query, Index n_q, Index n_k) const;

    /// Writes visible[j] = 1 or 0 for a query and key first_key + j. The mask fits (check() has passed).
    void row(Index batch, Index query, Index n_q, Index n_k, std::span<std::uint8_t> visible,
             Index first_key = 0) const;

    friend bool operator==(const Mask&, const Mask&) = default;

private:
    Kind kind_ = Kind::none;
    Index padded_ = 0;
    std::shared_ptr<const MaskMatrix> matrix_;
};

/// What a row becomes in which every key is hidden.
enum class MaskFill {
    article, ///< all scores -1e9, so every key gets 1/n_k, as the article's module computes
    zero,    ///< all weights 0, as PyTorch 2.5 and later
};

} // namespace headscope
