#pragma once

#include <cstdint>
#include <vector>

#include "core/train/task.h"

namespace headscope::test {

using Symbols = std::vector<std::int32_t>;

/// The first feature of the tokens of a sequence.
inline Symbols inputs_of(const Batch& batch, Index b) {
    Symbols symbols;
    for (Index i = 0; i < batch.seq_len; ++i) {
        symbols.push_back(batch.input(b, i).front());
    }
    return symbols;
}

/// The targets of the first read-out.
inline Symbols targets_of(const Batch& batch, Index b) {
    Symbols symbols;
    for (Index i = 0; i < batch.seq_len; ++i) {
        symbols.push_back(batch.target(b, i).front());
    }
    return symbols;
}

/// Whether the batch has the shape that the task says, and nothing in it is out of range.
inline bool keeps(const Batch& batch, const TaskShape& shape, Index size) {
    const auto within = [](const Symbols& values, Index count) {
        for (const std::int32_t value : values) {
            if (value < Batch::none || value >= count) {
                return false;
            }
        }
        return true;
    };
    return batch.batch == size && batch.seq_len == shape.seq_len && batch.features == shape.features &&
           batch.read_outs == shape.read_outs && std::ssize(batch.inputs) == size * shape.seq_len * shape.features &&
           std::ssize(batch.targets) == size * shape.seq_len * shape.read_outs &&
           within(batch.inputs, shape.table_rows) && within(batch.targets, shape.classes);
}

} // namespace headscope::test
