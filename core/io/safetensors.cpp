#include "core/io/safetensors.h"

#include <array>
#include <utility>
#include <vector>

#include "core/io/safetensors_file.h"
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

/// A file that holds the article's tensors in the right shapes and types; its values are still to be read.
struct ParameterFile {
    SafetensorsFile file;
    Index d_model = 0;
};

Result<Index> find_d_model(const SafetensorsFile& file) {
    const TensorEntry* const found = file.find("W_q.weight");
    if (found == nullptr) {
        return fail(ErrorCode::safetensors_missing, file.path(), "W_q.weight");
    }
    const std::vector<Index>& shape = found->shape;
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

Result<ParameterFile> open_parameters(const std::string& path) {
    Result<SafetensorsFile> file = SafetensorsFile::open(path);
    if (!file) {
        return tl::make_unexpected(file.error());
    }
    const Result<Index> d_model = find_d_model(*file);
    if (!d_model) {
        return tl::make_unexpected(d_model.error());
    }
    for (const NamedLinear& linear : article_linears()) {
        Result<void> good = file->check(linear.name + ".weight", {*d_model, *d_model});
        if (good) {
            good = file->check(linear.name + ".bias", {*d_model});
        }
        if (!good) {
            return tl::make_unexpected(good.error());
        }
    }
    return ParameterFile{std::move(*file), *d_model};
}

template <typename Array>
auto values_of(Array& array) {
    return std::span(array.data(), static_cast<std::size_t>(array.size()));
}

} // namespace

Result<std::shared_ptr<const Parameters>> read_parameters(const std::string& path, const std::stop_token& stop) {
    const Result<ParameterFile> file = open_parameters(path);
    if (!file) {
        return tl::make_unexpected(file.error());
    }
    const auto parameters = std::make_shared<Parameters>();
    for (const NamedLinear& named : article_linears()) {
        if (stop.stop_requested()) {
            return fail(ErrorCode::cancelled);
        }
        Linear& linear = (*parameters).*named.linear;
        linear.weight.resize(file->d_model, file->d_model);
        linear.bias.resize(file->d_model);
        Result<void> read = file->file.read(named.name + ".weight", values_of(linear.weight));
        if (read) {
            read = file->file.read(named.name + ".bias", values_of(linear.bias));
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
    std::vector<StoredTensor> tensors;
    for (const NamedLinear& named : article_linears()) {
        const Linear& linear = parameters.*named.linear;
        tensors.push_back(
            {named.name + ".weight", {linear.weight.rows(), linear.weight.cols()}, values_of(linear.weight)});
        tensors.push_back({named.name + ".bias", {linear.bias.size()}, values_of(linear.bias)});
    }
    return safetensors_bytes(tensors, {});
}

} // namespace headscope
