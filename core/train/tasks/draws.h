#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "core/base/random.h"
#include "core/train/task.h"

namespace headscope {

/// The numbers that make a batch: a function of (seed, task, stream, number of the batch).
inline RandomStream batch_numbers(std::uint64_t seed, const std::string& task, Task::Stream stream,
                                  std::uint64_t number) {
    const char* const which = stream == Task::Stream::training ? ":training:" : ":validation:";
    return RandomStream(seed, "task:" + task + which + std::to_string(number));
}

/// The choices that make one sequence of a batch, in the order in which they are made. A sequence has numbers of its
/// own, so the first sequences of a large batch are those of a small one.
class Draws {
public:
    /// At most 2^20 choices a sequence.
    Draws(const RandomStream& numbers, Index sequence)
        : numbers_(numbers)
        , next_(static_cast<std::uint64_t>(sequence) << 20) {}

    /// In [0, 1), multiples of 2^-24.
    double uniform() {
        const std::size_t lane = next_ % buffer_.size();
        if (lane == 0) {
            numbers_.fill_uniform(buffer_, next_);
        }
        ++next_;
        return static_cast<double>(buffer_[lane]);
    }

    /// One of 0 ... n - 1, all alike to within n / 2^24.
    std::int32_t below(Index n) { return static_cast<std::int32_t>(uniform() * static_cast<double>(n)); }

    /// Brings `count` of the items, in random order, to the front.
    void shuffle(std::span<std::int32_t> items, Index count) {
        for (Index i = 0; i < count; ++i) {
            const Index other = i + below(static_cast<Index>(items.size()) - i);
            std::swap(items[static_cast<std::size_t>(i)], items[static_cast<std::size_t>(other)]);
        }
    }

private:
    const RandomStream& numbers_;
    std::uint64_t next_;
    std::array<float, 16> buffer_{};
};

} // namespace headscope
