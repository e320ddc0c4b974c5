#pragma once

#include "core/train/task.h"

namespace headscope {

/// A random sequence of 8 to 32 symbols, all different, repeated until 64 inputs are full; loss from the second time
/// on. Who looks for the present symbol's earlier place and tells what came after it is right: two layers do it with
/// any number of heads (previous token, then the match), one layer cannot.
class InductionTask : public Task {
public:
    static constexpr Index symbols = 64;
    static constexpr Index inputs = 64;
    static constexpr Index shortest = 8;
    static constexpr Index longest = 32;

    explicit InductionTask(std::uint64_t seed)
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
