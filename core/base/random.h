#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace headscope {

/// Counter-based random numbers: every number is a function of a key and a counter, so that nothing reshuffles when an
/// item is added. Philox4x32-10, Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3".
using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;
PhiloxCounter philox4x32_10(PhiloxCounter counter, PhiloxKey key);

/// A stream of numbers that belongs to (seed, name): at(i) in any order.
class RandomStream {
public:
    RandomStream(std::uint64_t seed, std::string_view name);

    /// 64 random bits of index i.
    std::uint64_t bits(std::uint64_t i) const;
    /// Uniform in [0, 1), multiples of 2^-24: exactly representable as float32.
    float uniform(std::uint64_t i) const;
    /// Standard normal: Wichura's AS 241 inverse distribution of a 53-bit uniform, without libm.
    double normal(std::uint64_t i) const;

private:
    PhiloxKey key_;
    std::array<std::uint32_t, 2> stream_;
};

/// One row of weights under dropout: keep[j] is 0 where cell (batch, head, query, key j) is dropped, else 1. A function
/// of (seed, batch, head, query, key) alone; a cell is dropped with probability p, 0 <= p < 1.
void dropout_keep(std::uint64_t seed, std::uint32_t batch, std::uint32_t head, std::uint32_t query, double p,
                  std::span<std::uint8_t> keep);

} // namespace headscope
