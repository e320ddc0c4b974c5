#pragma once

#include "core/train/task.h"

namespace headscope {

/// 10 random digits, a separator, then the same digits backwards, or sorted. Each is told from all that stands before
/// it. Controls: the number of heads hardly matters.
class DigitsTask : public Task {
public:
    enum class Answer { reversed, sorted };
    static constexpr Index length = 10;
    static constexpr std::int32_t digits = 10;
    static constexpr std::int32_t separator = digits;

    DigitsTask(Answer answer, std::uint64_t seed)
        : answer_(answer)
        , seed_(seed) {}

    TaskShape shape() const override;
    Batch make(Stream stream, std::uint64_t number, Index size) const override;
    std::optional<double> loss_floor() const override { return 0.0; }
    std::string input_name(std::span<const std::int32_t> features) const override;
    std::string class_name(std::int32_t value) const override;

private:
    Answer answer_;
    std::uint64_t seed_;
};

} // namespace headscope
