#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/tensor.h"
#include "core/io/input_file.h"

namespace headscope {

/// How one number lies in a file.
struct ElementType {
    enum class Kind { boolean, signed_integer, unsigned_integer, floating, bfloat };

    Kind kind = Kind::floating;
    Index bytes = 4; ///< 1, 2, 4 or 8
    std::endian order = std::endian::little;

    bool is_floating() const { return kind == Kind::floating || kind == Kind::bfloat; }
    friend bool operator==(const ElementType&, const ElementType&) = default;
};

/// The number's bits, in the low bytes of the result.
std::uint64_t element_bits(const std::byte* bytes, const ElementType& type);
/// Rounded to the nearest float32; beyond its range, infinite.
float element_value(std::uint64_t bits, const ElementType& type);
/// Exact, also where the value rounds to 0 or to infinity as float32.
bool element_is_zero(std::uint64_t bits, const ElementType& type);
bool element_is_finite(std::uint64_t bits, const ElementType& type);

/// Calls use(i, bits) for `count` numbers that lie in the file from `offset` on (contract: within it).
template <typename Use>
Result<void> for_each_element(const InputFile& file, Index offset, Index count, const ElementType& type, Use use) {
    constexpr Index piece = Index{1} << 16; // numbers read at a time
    std::vector<std::byte> buffer(static_cast<std::size_t>(std::min(count, piece) * type.bytes));
    for (Index first = 0; first < count; first += piece) {
        const Index here = std::min(piece, count - first);
        const std::span<std::byte> bytes = std::span(buffer).first(static_cast<std::size_t>(here * type.bytes));
        if (Result<void> read = file.read(offset + first * type.bytes, bytes); !read) {
            return read;
        }
        for (Index i = 0; i < here; ++i) {
            use(first + i, element_bits(bytes.data() + i * type.bytes, type));
        }
    }
    return {};
}

/// Fills `values` from the file, converted to float32. Error: file_unreadable.
Result<void> read_elements(const InputFile& file, Index offset, const ElementType& type, std::span<float> values);

/// Error: array_not_finite, naming the first value that is not, by its place in an array of this shape (C order).
Result<void> check_finite(const std::string& name, std::span<const Index> shape, std::span<const float> values);
/// That error for values[flat]; value is not finite.
tl::unexpected<Error> not_finite(const std::string& name, std::span<const Index> shape, Index flat, float value);

/// Appends float32 values as little-endian bytes.
void append_little_endian(std::string& bytes, std::span<const float> values);

/// Bytes of an array, empty where they pass 63 bits. Dimensions are >= 0.
std::optional<Index> array_bytes(std::span<const Index> shape, Index element_bytes);

/// Text from a file, fit for a message of one line: printable ASCII, the rest as '?', shortened when long.
std::string printable(std::string_view text);

} // namespace headscope
