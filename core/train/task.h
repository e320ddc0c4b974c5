#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/train/batch.h"

namespace headscope {

/// A task with a known truth. Batches are functions of (the task's own seed, stream, number): any of them can be made
/// again, in any order, on any machine. One thread at a time uses a task.
class Task {
public:
    enum class Stream : std::uint32_t { training, validation };

    virtual ~Task() = default;

    virtual TaskShape shape() const = 0;
    /// Batch `number` of a stream, `size` sequences.
    virtual Batch make(Stream stream, std::uint64_t number, Index size) const = 0;
    /// Nats per target that no model can go below, where that is known.
    virtual std::optional<double> loss_floor() const = 0;
    /// What a token or class is called in a picture or a table ("k7 v3", "(").
    virtual std::string input_name(std::span<const std::int32_t> features) const = 0;
    virtual std::string class_name(std::int32_t value) const = 0;
};

} // namespace headscope
