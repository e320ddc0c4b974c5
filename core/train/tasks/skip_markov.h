#pragma once

#include <array>

#include "core/train/task.h"

namespace headscope {

/// skip-Markov language. The symbol after place t is drawn from softmax(A_0[x_t] + sum_j A_j[x_(t - o_j)]), offsets o =
/// 1, 3, 6, 10, the entries of the five tables N(0, 1.5^2) once for a seed. The first 11 symbols are drawn alike. 40
/// inputs; loss where all offsets lie inside. A_0 needs no attention, the rest about one head an offset.
class SkipMarkovTask : public Task {
public:
    static constexpr Index symbols = 16;
    static constexpr Index inputs = 40;
    static constexpr std::array<Index, 5> offsets{0, 1, 3, 6, 10};
    static constexpr Index first_place = offsets.back(); ///< the first t with a loss
    /// Validation sequences over which the floor is the mean.
    static constexpr Index floor_sequences = 5000;

    explicit SkipMarkovTask(std::uint64_t seed);

    TaskShape shape() const override;
    Batch make(Stream stream, std::uint64_t number, Index size) const override;
    /// The entropy of the true distribution, mean over the places with a loss of the first floor_sequences of
    /// validation batch 0.
    std::optional<double> loss_floor() const override { return floor_; }
    std::string input_name(std::span<const std::int32_t> features) const override;
    std::string class_name(std::int32_t value) const override;

    using Distribution = std::array<double, symbols>;
    /// Of the symbol after the last one of `past`, which has at least first_place + 1 symbols.
    Distribution next(std::span<const std::int32_t> past) const;

private:
    using Table = std::array<std::array<double, symbols>, symbols>;

    /// Not normalised, and their sum.
    Distribution odds(std::span<const std::int32_t> past, double& sum) const;
    double entropy(std::span<const std::int32_t> past) const;

    std::uint64_t seed_;
    std::array<Table, offsets.size()> tables_{}; ///< [j][symbol there][next]
    std::array<Table, offsets.size()> odds_{};   ///< their exponentials
    double floor_ = 0.0;
};

} // namespace headscope
