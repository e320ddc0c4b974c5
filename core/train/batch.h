#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/tensor.h"

namespace headscope {

/// Sequences of one length with what is to be learned about them. A token is made of features: its vector is the sum of
/// the rows of the embedding table that `inputs` names. At a token, `read_outs` read-outs can each be asked for a
/// class.
struct Batch {
    static constexpr std::int32_t none = -1;

    Index batch = 0; ///< sequences
    Index seq_len = 0;
    Index features = 1;
    Index read_outs = 1;
    std::vector<std::int32_t> inputs;  ///< (batch, seq_len, features): rows of the embedding table, or none
    std::vector<std::int32_t> targets; ///< (batch, seq_len, read_outs): classes, or none where no loss is taken

    std::span<const std::int32_t> input(Index b, Index i) const {
        return std::span(inputs).subspan(static_cast<std::size_t>((b * seq_len + i) * features),
                                         static_cast<std::size_t>(features));
    }
    std::span<const std::int32_t> target(Index b, Index i) const {
        return std::span(targets).subspan(static_cast<std::size_t>((b * seq_len + i) * read_outs),
                                          static_cast<std::size_t>(read_outs));
    }
};

/// What a model must offer to read a task's batches and to answer them.
struct TaskShape {
    Index table_rows = 0; ///< of the embedding table
    Index classes = 0;    ///< of each slot
    Index features = 1;
    Index read_outs = 1;
    Index seq_len = 0; ///< of training and validation

    friend bool operator==(const TaskShape&, const TaskShape&) = default;
};

} // namespace headscope
