#include "core/io/element.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headscope {

namespace {

static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);

/// The bits of +infinity, which are also the largest that are not a NaN's once the sign is taken off.
std::uint64_t infinity_bits(const ElementType& type) {
    if (type.kind == ElementType::Kind::bfloat) {
        return 0x7f80;
    }
    switch (type.bytes) {
    case 2: return 0x7c00;
    case 4: return 0x7f800000;
    default: return 0x7ff0000000000000;
    }
}

std::uint64_t without_sign(std::uint64_t bits, const ElementType& type) {
    return bits & ~(std::uint64_t{1} << (8 * type.bytes - 1));
}

float floating_value(std::uint64_t bits, Index bytes) {
    switch (bytes) {
    case 2: return static_cast<float>(Eigen::numext::bit_cast<Eigen::half>(static_cast<std::uint16_t>(bits)));
    case 4: return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    default: return static_cast<float>(std::bit_cast<double>(bits));
    }
}

} // namespace

std::uint64_t element_bits(const std::byte* bytes, const ElementType& type) {
    std::uint64_t bits = 0;
    for (Index i = 0; i < type.bytes; ++i) {
        const std::byte next = bytes[type.order == std::endian::big ? i : type.bytes - 1 - i];
        bits = bits << 8 | std::to_integer<std::uint64_t>(next);
    }
    return bits;
}

float element_value(std::uint64_t bits, const ElementType& type) {
    switch (type.kind) {
    case ElementType::Kind::boolean: return bits != 0 ? 1.0F : 0.0F;
    case ElementType::Kind::unsigned_integer: return static_cast<float>(bits);
    case ElementType::Kind::signed_integer: {
        const Index unused = 64 - 8 * type.bytes;
        return static_cast<float>(static_cast<std::int64_t>(bits << unused) >> unused);
    }
    case ElementType::Kind::bfloat: return std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16));
    case ElementType::Kind::floating: break;
    }
    return floating_value(bits, type.bytes);
}

bool element_is_zero(std::uint64_t bits, const ElementType& type) {
    return (type.is_floating() ? without_sign(bits, type) : bits) == 0;
}

bool element_is_finite(std::uint64_t bits, const ElementType& type) {
    return !type.is_floating() || without_sign(bits, type) < infinity_bits(type);
}

Result<void> read_elements(const InputFile& file, Index offset, const ElementType& type, std::span<float> values) {
    if (type == ElementType{ElementType::Kind::floating, 4, std::endian::native}) {
        return file.read(offset, std::as_writable_bytes(values));
    }
    return for_each_element(file, offset, static_cast<Index>(values.size()), type, [&](Index i, std::uint64_t bits) {
        values[static_cast<std::size_t>(i)] = element_value(bits, type);
    });
}

Result<void> check_finite(const std::string& name, std::span<const Index> shape, std::span<const float> values) {
    const auto bad = std::ranges::find_if(values, [](float value) { return !std::isfinite(value); });
    if (bad == values.end()) {
        return {};
    }
    return not_finite(name, shape, bad - values.begin(), *bad);
}

tl::unexpected<Error> not_finite(const std::string& name, std::span<const Index> shape, Index flat, float value) {
    std::vector<Index> index(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        index[axis] = flat % shape[axis];
        flat /= shape[axis];
    }
    const char* text = std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
    return fail(ErrorCode::array_not_finite, name, text, shape_text(index));
}

void append_little_endian(std::string& bytes, std::span<const float> values) {
    if constexpr (std::endian::native == std::endian::little) {
        bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    } else {
        for (const float value : values) {
            const auto bits = std::bit_cast<std::uint32_t>(value);
            for (int shift = 0; shift < 32; shift += 8) {
                bytes += static_cast<char>(bits >> shift & 0xff);
            }
        }
    }
}

std::optional<Index> array_bytes(std::span<const Index> shape, Index element_bytes) {
    Index bytes = element_bytes;
    for (const Index dim : shape) {
        if (__builtin_mul_overflow(bytes, dim, &bytes)) {
            return std::nullopt;
        }
    }
    return bytes;
}

std::string printable(std::string_view text) {
    constexpr std::size_t longest = 80;
    std::string result(text.substr(0, longest));
    std::ranges::replace_if(
        result, [](char c) { return c < ' ' || c > '~'; }, '?');
    return text.size() > longest ? result + "..." : result;
}

} // namespace headscope
