#include "core/base/random.h"

#include <algorithm>
#include <cstddef>

#include "core/base/contract.h"
#include "core/base/portable_math.h"

namespace headscope {

namespace {

constexpr std::uint32_t low_half(std::uint64_t x) {
    return static_cast<std::uint32_t>(x);
}

constexpr std::uint32_t high_half(std::uint64_t x) {
    return static_cast<std::uint32_t>(x >> 32);
}

constexpr std::uint64_t joined(std::uint32_t low, std::uint32_t high) {
    return (std::uint64_t{high} << 32) | low;
}

constexpr float to_uniform(std::uint32_t word) {
    return static_cast<float>(word >> 8) * 0x1p-24F;
}

double to_normal(std::uint64_t bits) {
    // An odd multiple of 2^-53: exact, symmetric around 1/2, never 0 or 1.
    return portable::normal_quantile((static_cast<double>(bits >> 12) + 0.5) * 0x1p-52);
}

} // namespace

PhiloxCounter philox4x32_10(PhiloxCounter counter, PhiloxKey key) {
    auto [c0, c1, c2, c3] = counter;
    auto [k0, k1] = key;
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t product0 = std::uint64_t{0xD2511F53} * c0;
        const std::uint64_t product1 = std::uint64_t{0xCD9E8D57} * c2;
        c0 = high_half(product1) ^ c1 ^ k0;
        c1 = low_half(product1);
        c2 = high_half(product0) ^ c3 ^ k1;
        c3 = low_half(product0);
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
    return {c0, c1, c2, c3};
}

std::uint64_t hash_name(std::string_view name) {
    std::uint64_t hash = 0xCBF29CE484222325;
    for (const char c : name) {
        hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001B3;
    }
    hash = (hash ^ (hash >> 33)) * 0xFF51AFD7ED558CCD;
    hash = (hash ^ (hash >> 33)) * 0xC4CEB9FE1A85EC53;
    return hash ^ (hash >> 33);
}

RandomStream::RandomStream(std::uint64_t seed, std::string_view name)
    : key_{low_half(seed), high_half(seed)} {
    const std::uint64_t hash = hash_name(name);
    stream_ = {low_half(hash), high_half(hash)};
}

PhiloxCounter RandomStream::block(std::uint64_t i) const {
    return philox4x32_10({low_half(i), high_half(i), stream_[0], stream_[1]}, key_);
}

std::uint64_t RandomStream::bits(std::uint64_t i) const {
    const PhiloxCounter words = block(i / 2);
    const std::size_t lane = 2 * (i % 2);
    return joined(words[lane], words[lane + 1]);
}

float RandomStream::uniform(std::uint64_t i) const {
    return to_uniform(block(i / 4)[i % 4]);
}

double RandomStream::normal(std::uint64_t i) const {
    return to_normal(bits(i));
}

void RandomStream::fill_uniform(std::span<float> out, std::uint64_t first) const {
    HEADSCOPE_EXPECTS(first % 4 == 0);
    for (std::size_t i = 0; i < out.size(); i += 4) {
        const PhiloxCounter words = block((first + i) / 4);
        const std::size_t lanes = std::min<std::size_t>(4, out.size() - i);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            out[i + lane] = to_uniform(words[lane]);
        }
    }
}

void RandomStream::fill_normal(std::span<float> out) const {
    for (std::size_t i = 0; i < out.size(); i += 2) {
        const PhiloxCounter words = block(i / 2);
        out[i] = static_cast<float>(to_normal(joined(words[0], words[1])));
        if (i + 1 < out.size()) {
            out[i + 1] = static_cast<float>(to_normal(joined(words[2], words[3])));
        }
    }
}

void dropout_keep(std::uint64_t seed, std::uint32_t batch, std::uint32_t head, std::uint32_t query, double p,
                  std::span<std::uint8_t> keep, std::uint64_t first_key) {
    HEADSCOPE_EXPECTS(p >= 0.0 && p < 1.0 && first_key % 4 == 0);
    // Apart from the streams' keys: the same seed must not drop cells by the bits that made a weight.
    const std::uint64_t key = seed ^ hash_name("dropout");
    const auto dropped_below = static_cast<std::uint32_t>(p * 0x1p32);
    for (std::size_t j = 0; j < keep.size(); j += 4) {
        const PhiloxCounter words =
            philox4x32_10({low_half((first_key + j) / 4), query, head, batch}, {low_half(key), high_half(key)});
        const std::size_t lanes = std::min<std::size_t>(4, keep.size() - j);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            keep[j + lane] = words[lane] >= dropped_below ? 1 : 0;
        }
    }
}

} // namespace headscope
