#pragma once

#include "core/train/task.h"

namespace headscope {

/// 32 brackets: three kinds of openers and one closer for all of them. At every closer its kind is asked for: that of
/// the opener it closes. The depth goes from 0 to 4: at 0 an opener follows, at 4 a closer, else either with
/// probability 1/2. A control: the number of heads hardly matters.
class BracketsTask : public Task {
public:
    static constexpr std::int32_t kinds = 3;
    static constexpr std::int32_t closer = kinds; ///< openers are 0 ... kinds - 1
    static constexpr Index length = 32;
    static constexpr Index deepest = 4;

    explicit BracketsTask(std::uint64_t seed)
        : seed_(seed) {}

    TaskShape shape() const override;
    Batch make(Stream stream, std::uint64_t number, Index size) const override;
    std::optional<double> loss_floor() const override { return 0.0; }
    std::string input_name(std::span<const std::int32_t> features) const override;
    std::string class_name(std::int32_t value) const override;

private:
    std::uint64_t seed_;
};

} // namespace headscope
