#include "core/attention/softmax.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "core/base/contract.h"

namespace headscope {

namespace {

// Vector extensions of GCC and Clang. Four lanes everywhere, so that the order of summation is the same everywhere.
constexpr std::size_t lanes = 4;
using Lanes = float __attribute__((vector_size(lanes * sizeof(float))));
using LaneBits = std::uint32_t __attribute__((vector_size(lanes * sizeof(std::uint32_t)))); // wraps around

constexpr float hidden = -std::numeric_limits<float>::infinity();

// Hidden keys may hold any score, so they are marked by a value that no finite score has.
void mark_hidden(std::span<const float> scores, std::span<const std::uint8_t> visible, std::span<float> out) {
    for (std::size_t j = 0; j < scores.size(); ++j) {
        out[j] = visible[j] != 0 ? scores[j] : hidden;
    }
}

// Calls f on every group of four values; the last group is filled up with hidden ones.
template <typename F>
void for_lanes(std::span<float> values, F f) {
    const std::size_t whole = values.size() / lanes * lanes;
    Lanes group;
    for (std::size_t j = 0; j < whole; j += lanes) {
        std::memcpy(&group, values.data() + j, sizeof group);
        f(group);
        std::memcpy(values.data() + j, &group, sizeof group);
    }
    if (const std::size_t rest = values.size() - whole; rest > 0) {
        group = Lanes{} + hidden;
        std::memcpy(&group, values.data() + whole, rest * sizeof(float));
        f(group);
        std::memcpy(values.data() + whole, &group, rest * sizeof(float));
    }
}

float largest_of(std::span<float> values) {
    Lanes largest = Lanes{} + hidden;
    for_lanes(values, [&largest](const Lanes& v) { largest = v > largest ? v : largest; });
    return std::max(std::max(largest[0], largest[1]), std::max(largest[2], largest[3]));
}

// exp of x <= 0, within 2 units in the last place; exactly 1 at 0; exactly 0 below -87 (exp(-87) = 1.6e-38, the
// smallest normal float32 is 1.2e-38), also for -inf. Own, because libm's differs between machines and Eigen's gives
// 2.9e-39 for -inf in a plain x86-64 build. Range reduction and polynomial are those of Cephes' expf (S. Moshier).
void exponentials(Lanes& x) {
    const Lanes shift = Lanes{} + 12582912.0F; // 1.5 * 2^23: adding it rounds to an integer
    const Lanes shifted = x * 1.44269504F + shift;
    const Lanes n = shifted - shift;
    const Lanes r = (x - n * 0.693359375F) - n * -2.12194440e-4F;
    Lanes p = r * 1.9875691500e-4F + 1.3981999507e-3F;
    p = p * r + 8.3334519073e-3F;
    p = p * r + 4.1665795894e-2F;
    p = p * r + 1.6666665459e-1F;
    p = p * r + 5.0000001201e-1F;
    p = (p * r) * r + r + 1.0F;
    const LaneBits exponent = (std::bit_cast<LaneBits>(shifted) - std::bit_cast<LaneBits>(shift)) << 23;
    const Lanes power = std::bit_cast<Lanes>(std::bit_cast<LaneBits>(p) + exponent);
    x = x < -87.0F ? Lanes{} : power;
}

// Replaces every score by exp(score - largest) and returns their sum.
double exponentiate(std::span<float> values, float largest) {
    std::array<double, lanes> sums{};
    for_lanes(values, [&](Lanes& v) {
        v -= largest; // may pass float32's range and become -inf, which is right
        exponentials(v);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            sums[lane] += static_cast<double>(v[lane]);
        }
    });
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

std::size_t end_of_visible(std::span<const std::uint8_t> visible) {
    std::size_t end = visible.size();
    while (end > 0 && visible[end - 1] == 0) {
        --end;
    }
    return end;
}

} // namespace

bool softmax_row(std::span<const float> scores, std::span<const std::uint8_t> visible, MaskFill fill,
                 std::span<float> weights) {
    HEADSCOPE_EXPECTS(!scores.empty() && weights.size() == scores.size());
    HEADSCOPE_EXPECTS(visible.empty() || visible.size() == scores.size());
    const std::size_t end = visible.empty() ? scores.size() : end_of_visible(visible);
    if (end == 0) {
        const float share = 1.0F / static_cast<float>(scores.size());
        std::ranges::fill(weights, fill == MaskFill::article ? share : 0.0F);
        return true;
    }
    const std::span<float> row = weights.first(end);
    if (visible.empty()) {
        std::memmove(row.data(), scores.data(), scores.size_bytes());
    } else {
        mark_hidden(scores.first(end), visible.first(end), row);
    }
    const float sum = static_cast<float>(exponentiate(row, largest_of(row)));
    for_lanes(row, [sum](Lanes& v) { v /= sum; });
    std::ranges::fill(weights.subspan(end), 0.0F);
    return false;
}

float online_softmax_tile(OnlineRow& row, std::span<const std::uint8_t> visible, std::span<float> scores) {
    HEADSCOPE_EXPECTS(!scores.empty() && (visible.empty() || visible.size() == scores.size()));
    if (!visible.empty()) {
        mark_hidden(scores, visible, scores);
    }
    const float largest = std::max(row.largest, largest_of(scores));
    if (largest == hidden) { // nothing is visible yet
        std::ranges::fill(scores, 0.0F);
        return 1.0F;
    }
    float shrink = row.largest;
    exponentiate({&shrink, 1}, largest);
    row.sum = row.sum * static_cast<double>(shrink) + exponentiate(scores, largest);
    row.largest = largest;
    return shrink;
}

} // namespace headscope
