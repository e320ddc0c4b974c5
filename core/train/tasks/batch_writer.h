#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "core/train/batch.h"

namespace headscope {

/// Fills a batch that begins with nothing but Batch::none.
class BatchWriter {
public:
    BatchWriter(const TaskShape& shape, Index size) {
        batch_.batch = size;
        batch_.seq_len = shape.seq_len;
        batch_.features = shape.features;
        batch_.read_outs = shape.read_outs;
        const auto tokens = static_cast<std::size_t>(size * shape.seq_len);
        batch_.inputs.assign(tokens * static_cast<std::size_t>(shape.features), Batch::none);
        batch_.targets.assign(tokens * static_cast<std::size_t>(shape.read_outs), Batch::none);
    }

    std::int32_t& input(Index b, Index i, Index feature = 0) {
        return batch_.inputs[static_cast<std::size_t>((b * batch_.seq_len + i) * batch_.features + feature)];
    }
    std::int32_t& target(Index b, Index i, Index slot = 0) {
        return batch_.targets[static_cast<std::size_t>((b * batch_.seq_len + i) * batch_.read_outs + slot)];
    }

    /// Question, separator, answer: from the separator on, each symbol of the answer is told from what stands before
    /// it.
    void question_and_answer(Index b, std::span<const std::int32_t> question, std::int32_t separator,
                             std::span<const std::int32_t> answer) {
        Index i = 0;
        for (const std::int32_t symbol : question) {
            input(b, i++) = symbol;
        }
        input(b, i) = separator;
        for (std::size_t j = 0; j < answer.size(); ++j, ++i) {
            target(b, i) = answer[j];
            if (j + 1 < answer.size()) {
                input(b, i + 1) = answer[j];
            }
        }
    }

    Batch take() { return std::move(batch_); }

private:
    Batch batch_;
};

} // namespace headscope
