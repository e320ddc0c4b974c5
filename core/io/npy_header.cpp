#include "core/io/npy_header.h"

#include <array>
#include <charconv>

namespace headscope {

namespace {

constexpr std::string_view magic = "\x93NUMPY";

/// Reads a Python literal from left to right. Every function returns whether it found what it is named for, and skips
/// it with the white space around it.
class LiteralReader {
public:
    explicit LiteralReader(std::string_view text)
        : rest_(text) {
        skip_space();
    }

    bool at_end() const { return rest_.empty(); }

    bool token(std::string_view expected) {
        if (!rest_.starts_with(expected)) {
            return false;
        }
        advance(expected.size());
        return true;
    }

    /// A quoted string without escapes: NumPy writes none in keys and simple types.
    bool string(std::string& value) {
        const std::size_t end = string_end(0);
        if (end == std::string_view::npos) {
            return false;
        }
        value = rest_.substr(1, end - 2);
        advance(end);
        return value.find('\\') == std::string::npos;
    }

    /// A list in brackets, kept as it is written.
    bool list(std::string& source) {
        Index depth = 0;
        for (std::size_t i = 0; i < rest_.size();) {
            const char c = rest_[i];
            if (c == '\'' || c == '"') {
                i = string_end(i);
                if (i == std::string_view::npos) {
                    return false;
                }
                continue;
            }
            ++i;
            depth += c == '[' || c == '(' || c == '{' ? 1 : 0;
            depth -= c == ']' || c == ')' || c == '}' ? 1 : 0;
            if (depth <= 0) {
                source = rest_.substr(0, i);
                advance(i);
                return source.size() > 1;
            }
        }
        return false;
    }

    /// A number >= 0. Python 2 wrote long ones as "3L".
    bool dimension(Index& value) {
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
        if (error != std::errc() || value < 0) {
            return false;
        }
        advance(static_cast<std::size_t>(end - rest_.data()));
        token("L");
        return true;
    }

    /// "()", "(3,)", "(3, 4)", "(3, 4,)".
    bool shape(std::vector<Index>& value) {
        if (!token("(")) {
            return false;
        }
        bool comma = false;
        while (!token(")")) {
            Index dim = 0;
            if ((!value.empty() && !comma) || !dimension(dim)) {
                return false;
            }
            value.push_back(dim);
            comma = token(",");
        }
        return value.size() != 1 || comma; // "(3)" is a number, not a tuple
    }

private:
    /// One past the closing quote of the string that begins at `begin`; npos if there is none.
    std::size_t string_end(std::size_t begin) const {
        if (begin >= rest_.size() || (rest_[begin] != '\'' && rest_[begin] != '"')) {
            return std::string_view::npos;
        }
        const std::size_t end = rest_.find(rest_[begin], begin + 1);
        return end == std::string_view::npos ? end : end + 1;
    }

    void advance(std::size_t count) {
        rest_.remove_prefix(count);
        skip_space();
    }

    void skip_space() {
        const std::size_t next = rest_.find_first_not_of(" \t\r\n");
        rest_.remove_prefix(next == std::string_view::npos ? rest_.size() : next);
    }

    std::string_view rest_;
};

Result<std::string> read_text(const InputFile& file, Index offset, Index length) {
    std::string text(static_cast<std::size_t>(length), '\0');
    if (const Result<void> read = file.read(offset, std::as_writable_bytes(std::span(text))); !read) {
        return tl::make_unexpected(read.error());
    }
    return text;
}

struct DictionaryPlace {
    Index offset = 0;
    Index length = 0;
};

/// Where the dictionary lies, from the magic, the version and the length in front of it.
Result<DictionaryPlace> find_dictionary(const InputFile& file) {
    constexpr Index longest_start = 12;
    const Result<std::string> start = read_text(file, 0, std::min(file.size(), longest_start));
    if (!start) {
        return tl::make_unexpected(start.error());
    }
    if (!start->starts_with(magic)) {
        return fail(ErrorCode::npy_not_npy, file.path());
    }
    const Index major = start->size() > magic.size() ? (*start)[magic.size()] : 0;
    const Index length_bytes = major == 1 ? 2 : 4;
    const Index offset = static_cast<Index>(magic.size()) + 2 + length_bytes;
    if (major < 1 || major > 3 || (*start)[magic.size() + 1] != 0 || file.size() < offset) {
        return fail(ErrorCode::npy_bad_header, file.path());
    }
    const ElementType length_type{ElementType::Kind::unsigned_integer, length_bytes, std::endian::little};
    const auto bytes = std::as_bytes(std::span(*start));
    const auto length = static_cast<Index>(element_bits(bytes.data() + magic.size() + 2, length_type));
    constexpr Index longest_dictionary = Index{1} << 20; // only structured types could need more
    if (length > std::min(file.size() - offset, longest_dictionary)) {
        return fail(ErrorCode::npy_bad_header, file.path());
    }
    return DictionaryPlace{offset, length};
}

} // namespace

std::optional<NpyDictionary> parse_npy_dictionary(std::string_view text) {
    LiteralReader reader(text);
    NpyDictionary result;
    enum Key : std::size_t { descr, fortran_order, shape };
    std::array<bool, 3> seen = {};
    if (!reader.token("{")) {
        return std::nullopt;
    }
    bool comma = true;
    while (!reader.token("}")) {
        std::string name;
        if (!comma || !reader.string(name) || !reader.token(":")) {
            return std::nullopt;
        }
        bool good = false;
        Key key = descr;
        if (name == "descr") {
            good = reader.string(result.descr) || reader.list(result.descr);
        } else if (name == "fortran_order") {
            key = fortran_order;
            result.fortran_order = reader.token("True");
            good = result.fortran_order || reader.token("False");
        } else if (name == "shape") {
            key = shape;
            good = reader.shape(result.shape);
        }
        if (!good || std::exchange(seen[key], true)) {
            return std::nullopt;
        }
        comma = reader.token(",");
    }
    if (!reader.at_end() || !seen[descr] || !seen[fortran_order] || !seen[shape]) {
        return std::nullopt;
    }
    return result;
}

std::optional<ElementType> parse_npy_type(std::string_view descr) {
    ElementType type{ElementType::Kind::floating, 0, std::endian::native};
    if (!descr.empty() && std::string_view("<>=|").find(descr.front()) != std::string_view::npos) {
        type.order = descr.front() == '<'   ? std::endian::little
                     : descr.front() == '>' ? std::endian::big
                                            : std::endian::native;
        descr.remove_prefix(1);
    }
    if (descr.size() != 2 || descr[1] < '1' || descr[1] > '8') {
        return std::nullopt;
    }
    type.bytes = descr[1] - '0';
    const bool power_of_two = std::has_single_bit(static_cast<std::uint64_t>(type.bytes));
    bool known = false;
    switch (descr[0]) {
    case 'b':
        type.kind = ElementType::Kind::boolean;
        known = type.bytes == 1;
        break;
    case 'i':
        type.kind = ElementType::Kind::signed_integer;
        known = power_of_two;
        break;
    case 'u':
        type.kind = ElementType::Kind::unsigned_integer;
        known = power_of_two;
        break;
    case 'f': known = power_of_two && type.bytes >= 2; break;
    default: break;
    }
    return known ? std::optional(type) : std::nullopt;
}

Result<NpyHeader> read_npy_header(const InputFile& file) {
    const Result<DictionaryPlace> place = find_dictionary(file);
    if (!place) {
        return tl::make_unexpected(place.error());
    }
    const Result<std::string> text = read_text(file, place->offset, place->length);
    if (!text) {
        return tl::make_unexpected(text.error());
    }
    std::optional<NpyDictionary> dictionary = parse_npy_dictionary(*text);
    if (!dictionary) {
        return fail(ErrorCode::npy_bad_header, file.path());
    }
    const std::optional<ElementType> type = parse_npy_type(dictionary->descr);
    if (!type) {
        return fail(ErrorCode::npy_unsupported_type, file.path(), printable(dictionary->descr));
    }
    const std::optional<Index> bytes = array_bytes(dictionary->shape, type->bytes);
    if (!bytes) {
        return fail(ErrorCode::npy_bad_header, file.path());
    }
    const Index data_offset = place->offset + place->length;
    if (*bytes != file.size() - data_offset) {
        return fail(ErrorCode::npy_wrong_length, file.path(), *bytes, file.size() - data_offset);
    }
    return NpyHeader{std::move(dictionary->descr), *type,       dictionary->fortran_order,
                     std::move(dictionary->shape), data_offset, *bytes / type->bytes};
}

} // namespace headscope
