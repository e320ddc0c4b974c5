#include "core/io/safetensors.h"

#include <array>
#include <optional>
#include <utility>

#include "core/io/element.h"
#include "core/io/input_file.h"
#include "core/io/safetensors_header.h"
#include "core/model/dims.h"

namespace headscope {

namespace {

struct NamedLinear {
    std::string name;
    Linear Parameters::*linear;
};

/// In the order of the file that is written, and of the search for what is missing.
const std::array<NamedLinear, 4>& article_linears() {
    static const std::array<NamedLinear, 4> linears{
        {{"W_q", &Parameters::W_q}, {"W_k", &Parameters::W_k}, {"W_v", &Parameters::W_v}, {"W_o", &Parameters::W_o}}};
    return linears;
}

std::optional<ElementType> element_type(const std::string& dtype) {
    using Kind = ElementType::Kind;
    if (dtype == "BF16") {
        return ElementType{Kind::bfloat, 2, std::endian::little};
    }
    const Index bytes = dtype == "F16" ? 2 : dtype == "F32" ? 4 : dtype == "F64" ? 8 : 0;
    return bytes > 0 ? std::optional(ElementType{Kind::floating, bytes, std::endian::little}) : std::nullopt;
}

/// A file that holds the article's tensors in the right shapes and types; its values are still to be read.
struct ParameterFile {
    InputFile file;
    SafetensorsHeader header;
    Index d_model = 0;

    std::string full_name(const std::string& tensor) const { return file.path() + ": " + tensor; }
};

Result<Index> find_d_model(const ParameterFile& file) {
    const auto found = file.header.tensors.find("W_q.weight");
    if (found == file.header.tensors.end()) {
        return fail(ErrorCode::safetensors_missing, file.file.path(), "W_q.weight");
    }
    const std::vector<Index>& shape = found->second.shape;
    constexpr const char* needed = "(d_model, d_model)";
    if (shape.size() != 2) {
        return fail(ErrorCode::array_wrong_rank, file.full_name("W_q.weight"), shape_text(shape), needed);
    }
    if (shape[0] != shape[1]) {
        return fail(ErrorCode::array_wrong_shape, file.full_name("W_q.weight"), shape_text(shape), needed);
    }
    if (shape[0] < 1 || shape[0] > ModelDims::largest_d_model) {
        return fail(ErrorCode::d_model_out_of_range, shape[0], 1, ModelDims::largest_d_model);
    }
    return shape[0];
}

Result<void> check_tensor(const ParameterFile& file, const std::string& name, const std::vector<Index>& needed) {
    const auto found = file.header.tensors.find(name);
    if (found == file.header.tensors.end()) {
        return fail(ErrorCode::safetensors_missing, file.file.path(), name);
    }
    const TensorEntry& entry = found->second;
    if (entry.shape != needed) {
        return fail(ErrorCode::array_wrong_shape, file.full_name(name), shape_text(entry.shape), shape_text(needed));
    }
    if (!element_type(entry.dtype)) {
        return fail(ErrorCode::safetensors_unsupported_type, file.file.path(), name, printable(entry.dtype));
    }
    return {};
}

Result<ParameterFile> open_parameters(const std::string& path) {
    Result<InputFile> input = InputFile::open(path);
    if (!input) {
        return tl::make_unexpected(input.error());
    }
    Result<SafetensorsHeader> header = read_safetensors_header(*input);
    if (!header) {
        return tl::make_unexpected(header.error());
    }
    ParameterFile file{std::move(*input), std::move(*header)};
    const Result<Index> d_model = find_d_model(file);
    if (!d_model) {
        return tl::make_unexpected(d_model.error());
    }
    file.d_model = *d_model;
    for (const NamedLinear& linear : article_linears()) {
        Result<void> good = check_tensor(file, linear.name + ".weight", {*d_model, *d_model});
        if (good) {
            good = check_tensor(file, linear.name + ".bias", {*d_model});
        }
        if (!good) {
            return tl::make_unexpected(good.error());
        }
    }
    return file;
}

Result<void> read_tensor(const ParameterFile& file, const std::string& name, std::span<float> values) {
    const TensorEntry& entry = file.header.tensors.find(name)->second;
    const Index offset = file.header.data_offset + entry.begin;
    if (Result<void> read = read_elements(file.file, offset, *element_type(entry.dtype), values); !read) {
        return read;
    }
    return check_finite(file.full_name(name), entry.shape, values);
}

template <typename Array>
auto values_of(Array& array) {
    return std::span(array.data(), static_cast<std::size_t>(array.size()));
}

} // namespace

Result<std::shared_ptr<const Parameters>> read_parameters(const std::string& path) {
    const Result<ParameterFile> file = open_parameters(path);
    if (!file) {
        return tl::make_unexpected(file.error());
    }
    const auto parameters = std::make_shared<Parameters>();
    for (const NamedLinear& named : article_linears()) {
        Linear& linear = (*parameters).*named.linear;
        linear.weight.resize(file->d_model, file->d_model);
        linear.bias.resize(file->d_model);
        Result<void> read = read_tensor(*file, named.name + ".weight", values_of(linear.weight));
        if (read) {
            read = read_tensor(*file, named.name + ".bias", values_of(linear.bias));
        }
        if (!read) {
            return tl::make_unexpected(read.error());
        }
    }
    return parameters;
}

Result<Index> read_parameters_d_model(const std::string& path) {
    return open_parameters(path).map([](const ParameterFile& file) { return file.d_model; });
}

std::string safetensors_bytes(const Parameters& parameters) {
    struct Named {
        std::string name;
        std::string shape;
        std::span<const float> values;
    };
    std::vector<Named> tensors;
    for (const NamedLinear& named : article_linears()) {
        const Linear& linear = parameters.*named.linear;
        const std::string rows = std::to_string(linear.weight.rows());
        const std::string columns = std::to_string(linear.weight.cols());
        tensors.push_back({named.name + ".weight", rows + "," + columns, values_of(linear.weight)});
        tensors.push_back({named.name + ".bias", std::to_string(linear.bias.size()), values_of(linear.bias)});
    }
    std::string header = "{";
    std::size_t end = 0;
    for (const Named& tensor : tensors) {
        header += (end > 0 ? ",\"" : "\"") + tensor.name + R"(":{"dtype":"F32","shape":[)" + tensor.shape +
                  R"(],"data_offsets":[)" + std::to_string(end) + ",";
        end += tensor.values.size_bytes();
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
    for (const Named& tensor : tensors) {
        append_little_endian(file, tensor.values);
    }
    return file;
}

} // namespace headscope
