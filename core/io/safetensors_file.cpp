#include "core/io/safetensors_file.h"

#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/contract.h"
#include "core/io/element.h"

namespace headscope {

namespace {

std::optional<ElementType> element_type(const std::string& dtype) {
    using Kind = ElementType::Kind;
    if (dtype == "BF16") {
        return ElementType{Kind::bfloat, 2, std::endian::little};
    }
    const Index bytes = dtype == "F16" ? 2 : dtype == "F32" ? 4 : dtype == "F64" ? 8 : 0;
    return bytes > 0 ? std::optional(ElementType{Kind::floating, bytes, std::endian::little}) : std::nullopt;
}

std::size_t bytes_of(const StoredTensor& tensor) {
    return tensor.values.size() * (tensor.type == StoredType::float16 ? 2 : 4);
}

std::string quoted(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string metadata_text(const std::map<std::string, std::string>& metadata) {
    std::string text = R"("__metadata__":{)";
    for (const auto& [name, value] : metadata) {
        text += (text.ends_with('{') ? "" : ",") + quoted(name) + ":" + quoted(value);
    }
    return text + "}";
}

std::string sizes_text(const std::vector<Index>& shape) {
    std::string text;
    for (const Index size : shape) {
        text += (text.empty() ? "" : ",") + std::to_string(size);
    }
    return text;
}

void append_halves(std::string& bytes, std::span<const float> values) {
    for (const float value : values) {
        const std::uint16_t bits = Eigen::half_impl::float_to_half_rtne(value).x;
        bytes += static_cast<char>(bits & 0xff);
        bytes += static_cast<char>(bits >> 8);
    }
}

} // namespace

SafetensorsFile::SafetensorsFile(InputFile file, SafetensorsHeader header)
    : file_(std::move(file))
    , header_(std::move(header)) {
}

Result<SafetensorsFile> SafetensorsFile::open(const std::string& path) {
    Result<InputFile> input = InputFile::open(path);
    if (!input) {
        return tl::make_unexpected(input.error());
    }
    Result<SafetensorsHeader> header = read_safetensors_header(*input);
    if (!header) {
        return tl::make_unexpected(header.error());
    }
    return SafetensorsFile(std::move(*input), std::move(*header));
}

const TensorEntry* SafetensorsFile::find(const std::string& tensor) const {
    const auto found = header_.tensors.find(tensor);
    return found == header_.tensors.end() ? nullptr : &found->second;
}

Result<void> SafetensorsFile::check(const std::string& tensor, const std::vector<Index>& needed) const {
    const TensorEntry* const entry = find(tensor);
    if (entry == nullptr) {
        return fail(ErrorCode::safetensors_missing, path(), tensor);
    }
    if (entry->shape != needed) {
        return fail(ErrorCode::array_wrong_shape, full_name(tensor), shape_text(entry->shape), shape_text(needed));
    }
    if (!element_type(entry->dtype)) {
        return fail(ErrorCode::safetensors_unsupported_type, path(), tensor, printable(entry->dtype));
    }
    return {};
}

Result<void> SafetensorsFile::read(const std::string& tensor, std::span<float> values) const {
    const TensorEntry* const entry = find(tensor);
    HEADSCOPE_EXPECTS(entry != nullptr);
    const std::optional<ElementType> type = element_type(entry->dtype);
    HEADSCOPE_EXPECTS(type && entry->end - entry->begin == static_cast<Index>(values.size()) * type->bytes);
    if (Result<void> read = read_elements(file_, header_.data_offset + entry->begin, *type, values); !read) {
        return read;
    }
    return check_finite(full_name(tensor), entry->shape, values);
}

std::string safetensors_bytes(std::span<const StoredTensor> tensors,
                              const std::map<std::string, std::string>& metadata) {
    std::string header = "{";
    if (!metadata.empty()) {
        header += metadata_text(metadata);
    }
    std::size_t end = 0;
    for (const StoredTensor& tensor : tensors) {
        const char* const type = tensor.type == StoredType::float16 ? "F16" : "F32";
        header += (header.size() > 1 ? "," : "") + quoted(tensor.name) + R"(:{"dtype":")" + type + R"(","shape":[)" +
                  sizes_text(tensor.shape) + R"(],"data_offsets":[)" + std::to_string(end) + ",";
        end += bytes_of(tensor);
        header += std::to_string(end) + "]}";
    }
    header += "}";
    constexpr std::size_t alignment = 8; // of the data, as the format asks
    header.append((alignment - header.size() % alignment) % alignment, ' ');

    std::string file;
    file.reserve(8 + header.size() + end);
    for (int shift = 0; shift < 64; shift += 8) {
        file += static_cast<char>(header.size() >> shift & 0xff);
    }
    file += header;
    for (const StoredTensor& tensor : tensors) {
        if (tensor.type == StoredType::float16) {
            append_halves(file, tensor.values);
        } else {
            append_little_endian(file, tensor.values);
        }
    }
    return file;
}

} // namespace headscope
