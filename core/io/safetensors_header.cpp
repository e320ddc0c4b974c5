#include "core/io/safetensors_header.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/io/element.h"

namespace headscope {

namespace {

constexpr Index length_bytes = 8;
constexpr Index longest_header = 100'000'000; // the reference implementation's limit

using Tensors = std::map<std::string, TensorEntry, std::less<>>;

/// Takes the header's JSON piece by piece. A function returns false, which ends the reading, at anything but
/// {"__metadata__": {string: string}, name: {"dtype": string, "shape": [sizes], "data_offsets": [begin, end]}}: so
/// hostile nesting goes no deeper than that, and a name that comes twice is seen, which a parsed document would hide.
class HeaderReader final : public nlohmann::json_sax<nlohmann::json> {
public:
    const std::string& name() const { return name_; } ///< of the tensor that was read last
    bool found_duplicate() const { return duplicate_; }
    Tensors take() { return std::move(tensors_); }
    std::map<std::string, std::string> take_metadata() { return std::move(metadata_); }

    bool start_object(std::size_t /*elements*/) override {
        switch (place_) {
        case Place::outside: place_ = Place::file; return true;
        case Place::file:
            place_ = name_ == metadata_name ? Place::metadata : Place::tensor;
            entry_ = {};
            offsets_.clear();
            seen_ = {};
            return true;
        default: return false;
        }
    }

    bool key(string_t& text) override {
        if (place_ == Place::file) {
            name_ = text;
            duplicate_ = name_ == metadata_name ? std::exchange(metadata_seen_, true) : tensors_.contains(name_);
            return !duplicate_;
        }
        if (place_ == Place::metadata) {
            metadata_name_ = text;
            return true;
        }
        const auto* const found = std::ranges::find(field_names, text);
        field_ = static_cast<std::size_t>(found - field_names.begin());
        return found != field_names.end() && !std::exchange(seen_[field_], true);
    }

    bool end_object() override {
        if (place_ == Place::tensor) {
            if (seen_ != std::array{true, true, true} || offsets_.size() != 2) {
                return false;
            }
            entry_.begin = offsets_[0];
            entry_.end = offsets_[1];
            tensors_.emplace(name_, std::move(entry_));
        }
        place_ = place_ == Place::file ? Place::outside : Place::file;
        return true;
    }

    bool start_array(std::size_t /*elements*/) override {
        if (place_ != Place::tensor || field_ == dtype) {
            return false;
        }
        place_ = field_ == shape ? Place::shape : Place::offsets;
        return true;
    }

    bool end_array() override {
        place_ = Place::tensor;
        return true;
    }

    bool string(string_t& text) override {
        if (place_ == Place::tensor && field_ == dtype) {
            entry_.dtype = text;
            return true;
        }
        if (place_ == Place::metadata) {
            metadata_[metadata_name_] = text;
            return true;
        }
        return false;
    }

    bool number_unsigned(number_unsigned_t number) override {
        constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
        return add(static_cast<Index>(std::min(number, largest)));
    }

    bool number_integer(number_integer_t negative) override { return place_ == Place::offsets && add(negative); }
    bool number_float(number_float_t /*number*/, const string_t& /*text*/) override { return false; }
    bool boolean(bool /*value*/) override { return false; }
    bool null() override { return false; }
    bool binary(binary_t& /*value*/) override { return false; }
    bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                     const nlohmann::detail::exception& /*error*/) override {
        return false;
    }

private:
    enum class Place { outside, file, metadata, tensor, shape, offsets };
    enum Field : std::size_t { dtype, shape, data_offsets };
    static constexpr std::array<std::string_view, 3> field_names{"dtype", "shape", "data_offsets"};
    static constexpr std::string_view metadata_name = "__metadata__";

    bool add(Index number) {
        if (place_ != Place::shape && (place_ != Place::offsets || offsets_.size() == 2)) {
            return false;
        }
        (place_ == Place::shape ? entry_.shape : offsets_).push_back(number);
        return true;
    }

    Tensors tensors_;
    std::map<std::string, std::string> metadata_;
    std::string metadata_name_; ///< of its entry that was read last
    Place place_ = Place::outside;
    std::string name_;
    std::size_t field_ = 0;
    std::array<bool, 3> seen_ = {};
    TensorEntry entry_;
    std::vector<Index> offsets_;
    bool metadata_seen_ = false;
    bool duplicate_ = false;
};

/// Bytes of one number; 0 for a type that is not known here, whose length is then not checked.
Index dtype_bytes(std::string_view dtype) {
    constexpr std::array<std::pair<std::string_view, Index>, 16> known{{{"BOOL", 1},
                                                                        {"U8", 1},
                                                                        {"I8", 1},
                                                                        {"F8_E4M3", 1},
                                                                        {"F8_E5M2", 1},
                                                                        {"I16", 2},
                                                                        {"U16", 2},
                                                                        {"F16", 2},
                                                                        {"BF16", 2},
                                                                        {"I32", 4},
                                                                        {"U32", 4},
                                                                        {"F32", 4},
                                                                        {"I64", 8},
                                                                        {"U64", 8},
                                                                        {"F64", 8},
                                                                        {"C64", 8}}};
    const auto* const found = std::ranges::find(known, dtype, &std::pair<std::string_view, Index>::first);
    return found == known.end() ? 0 : found->second;
}

Result<Index> header_length(const InputFile& file) {
    if (file.size() < length_bytes) {
        return fail(ErrorCode::safetensors_too_short, file.path(), file.size());
    }
    std::array<std::byte, length_bytes> bytes = {};
    if (const Result<void> read = file.read(0, bytes); !read) {
        return tl::make_unexpected(read.error());
    }
    const std::uint64_t announced =
        element_bits(bytes.data(), {ElementType::Kind::unsigned_integer, length_bytes, std::endian::little});
    const auto length = static_cast<Index>(std::min(announced, std::uint64_t{1} << 62));
    if (length == 0 || length > file.size() - length_bytes) {
        return fail(ErrorCode::safetensors_header_length, file.path(), length, file.size() - length_bytes);
    }
    if (length > longest_header) {
        return fail(ErrorCode::safetensors_bad_header, file.path());
    }
    return length;
}

/// Tensors and metadata, no more.
Result<SafetensorsHeader> parse_header(const std::string& path, const std::string& text) {
    HeaderReader reader;
    // The format wants the object to begin at once. The parser takes a NUL for the end of its input and would not look
    // at what follows it.
    const bool good = text.starts_with('{') && text.find('\0') == std::string::npos &&
                      nlohmann::json::sax_parse(text.begin(), text.end(), &reader);
    if (reader.found_duplicate()) {
        return fail(ErrorCode::safetensors_duplicate, path, printable(reader.name()));
    }
    if (!good) {
        return fail(ErrorCode::safetensors_bad_header, path);
    }
    SafetensorsHeader header;
    header.tensors = reader.take();
    header.metadata = reader.take_metadata();
    return header;
}

Result<void> check_entry(const InputFile& file, Index data_bytes, const std::string& name, const TensorEntry& entry) {
    if (entry.begin < 0 || entry.end < entry.begin || entry.end > data_bytes) {
        return fail(ErrorCode::safetensors_bad_offsets, file.path(), printable(name), entry.begin, entry.end,
                    data_bytes);
    }
    const Index element_bytes = dtype_bytes(entry.dtype);
    const std::optional<Index> needed = array_bytes(entry.shape, element_bytes);
    if (!needed) {
        return fail(ErrorCode::safetensors_bad_header, file.path());
    }
    if (element_bytes > 0 && *needed != entry.end - entry.begin) {
        return fail(ErrorCode::safetensors_wrong_length, file.path(), printable(name), entry.end - entry.begin,
                    *needed);
    }
    return {};
}

/// That the tensors cover the data from the first byte to the last, once.
Result<void> check_cover(const InputFile& file, const SafetensorsHeader& header) {
    std::vector<const Tensors::value_type*> order;
    for (const Tensors::value_type& tensor : header.tensors) {
        order.push_back(&tensor);
    }
    std::ranges::sort(order, {},
                      [](const auto* tensor) { return std::pair(tensor->second.begin, tensor->second.end); });
    const auto bad_offsets = [&](const Tensors::value_type& tensor) {
        return fail(ErrorCode::safetensors_bad_offsets, file.path(), printable(tensor.first), tensor.second.begin,
                    tensor.second.end, header.data_bytes);
    };
    Index covered = 0;
    const Tensors::value_type* last = nullptr;
    for (const Tensors::value_type* tensor : order) {
        if (tensor->second.begin < covered) {
            return fail(ErrorCode::safetensors_overlap, file.path(), printable(tensor->first), printable(last->first));
        }
        if (tensor->second.begin > covered) {
            return bad_offsets(*tensor);
        }
        covered = tensor->second.end;
        last = tensor;
    }
    if (last != nullptr && covered != header.data_bytes) {
        return bad_offsets(*last);
    }
    return {};
}

} // namespace

Result<SafetensorsHeader> read_safetensors_header(const InputFile& file) {
    const Result<Index> length = header_length(file);
    if (!length) {
        return tl::make_unexpected(length.error());
    }
    std::string text(static_cast<std::size_t>(*length), '\0');
    if (const Result<void> read = file.read(length_bytes, std::as_writable_bytes(std::span(text))); !read) {
        return tl::make_unexpected(read.error());
    }
    Result<SafetensorsHeader> header = parse_header(file.path(), text);
    if (!header) {
        return header;
    }
    header->data_offset = length_bytes + *length;
    header->data_bytes = file.size() - header->data_offset;
    for (const auto& [name, entry] : header->tensors) {
        if (const Result<void> good = check_entry(file, header->data_bytes, name, entry); !good) {
            return tl::make_unexpected(good.error());
        }
    }
    if (const Result<void> good = check_cover(file, *header); !good) {
        return tl::make_unexpected(good.error());
    }
    return header;
}

} // namespace headscope
