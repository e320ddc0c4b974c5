#include "core/base/utf8.h"

#include <cstdint>
#include <cstring>

namespace headscope {

namespace {

/// How a sequence continues after its first byte. Only the second byte's range depends on the first one: it is what
/// rules out over-long forms (E0, F0), surrogates (ED) and values above U+10FFFF (F4).
struct Continuation {
    int bytes = -1; ///< after the first; -1: no sequence begins so
    std::uint8_t second_low = 0x80;
    std::uint8_t second_high = 0xBF;
};

constexpr Continuation continuation_of(std::uint8_t first) {
    if (first <= 0x7F) {
        return {0};
    }
    if (first < 0xC2 || first > 0xF4) {
        return {};
    }
    if (first <= 0xDF) {
        return {1};
    }
    switch (first) {
    case 0xE0: return {2, 0xA0, 0xBF};
    case 0xED: return {2, 0x80, 0x9F};
    case 0xF0: return {3, 0x90, 0xBF};
    case 0xF4: return {3, 0x80, 0x8F};
    default: return {first <= 0xEF ? 2 : 3};
    }
}

/// Bytes of the well-formed sequence that `rest` begins with; 0: it does not begin with one.
std::size_t sequence_length(std::string_view rest) {
    const auto byte = [rest](std::size_t i) { return static_cast<std::uint8_t>(rest[i]); };
    const Continuation next = continuation_of(byte(0));
    if (next.bytes < 0 || rest.size() <= static_cast<std::size_t>(next.bytes)) {
        return 0;
    }
    for (std::size_t i = 1; i <= static_cast<std::size_t>(next.bytes); ++i) {
        const std::uint8_t low = i == 1 ? next.second_low : 0x80;
        const std::uint8_t high = i == 1 ? next.second_high : 0xBF;
        if (byte(i) < low || byte(i) > high) {
            return 0;
        }
    }
    return static_cast<std::size_t>(next.bytes) + 1;
}

/// Whether the eight bytes at `bytes` are all ASCII.
bool eight_ascii(const char* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    return (word & 0x8080808080808080U) == 0;
}

} // namespace

std::optional<Index> first_invalid_utf8(std::string_view text) {
    std::size_t i = 0;
    while (i < text.size()) {
        if (text.size() - i >= 8 && eight_ascii(text.data() + i)) {
            i += 8;
            continue;
        }
        const std::size_t length = sequence_length(text.substr(i));
        if (length == 0) {
            return static_cast<Index>(i);
        }
        i += length;
    }
    return std::nullopt;
}

} // namespace headscope
