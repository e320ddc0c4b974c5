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

/// 64-bit FNV-1a of the bytes, then MurmurHash3's finaliser, which spreads every byte over all bits.
std::uint64_t hash_name(std::string_view name);

/// A stream of numbers that belongs to (seed, name), in any order. It is a sequence of 32-bit words: word j is lane
/// j % 4 of Philox with key = seed and counter = (j / 4, hash_name(name)), low halves first. Numbers of different kinds
/// share the words, so a stream is for one kind only.
class RandomStream {
public:
    RandomStream(std::uint64_t seed, std::string_view name);

    /// 64 random bits: words 2i (low) and 2i + 1 (high). i < 2^63.
    std::uint64_t bits(std::uint64_t i) const;
    /// Uniform in [0, 1), multiples of 2^-24: exactly representable as float32. The upper 24 bits of word i.
    float uniform(std::uint64_t i) const;
    /// Standard normal, without libm: portable::normal_quantile of (m + 1/2) / 2^52, where m is the upper 52 bits of
    /// bits(i). Symmetric, and never beyond 8.3.
    double normal(std::uint64_t i) const;

    /// uniform(first), uniform(first + 1), ..., faster than one by one. first is a multiple of 4 (contract).
    void fill_uniform(std::span<float> out, std::uint64_t first = 0) const;
    /// normal(0), normal(1), ... rounded to float32, faster than one by one.
    void fill_normal(std::span<float> out) const;

private:
    PhiloxCounter block(std::uint64_t i) const;

    PhiloxKey key_;
    std::array<std::uint32_t, 2> stream_;
};

/// A row of weights under dropout, or a part of it: keep[j] is 0 where cell (batch, head, query, key first_key + j) is
/// dropped, else 1. A function of (seed, batch, head, query, key) alone; a cell is dropped with probability p (to
/// within 2^-32), 0 <= p < 1. first_key is a multiple of 4 (contracts).
void dropout_keep(std::uint64_t seed, std::uint32_t batch, std::uint32_t head, std::uint32_t query, double p,
                  std::span<std::uint8_t> keep, std::uint64_t first_key = 0);

} // namespace headscope
