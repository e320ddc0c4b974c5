#include "core/engine/parameter_cache.h"

#include <chrono>
#include <system_error>

#include "core/io/safetensors.h"

namespace headscope {

namespace {

// The coarsest step in which a file system in use counts the time of change (FAT).
constexpr std::chrono::seconds coarsest_step{2};

bool is_settled(std::filesystem::file_time_type changed) {
    return changed + coarsest_step < std::filesystem::file_time_type::clock::now();
}

} // namespace

ParameterCache::Key ParameterCache::key_of(const Request& request) {
    Key key{request.weights, 0, request.dims.d_model(), 0, {}};
    if (const FileWeights* file = std::get_if<FileWeights>(&request.weights)) {
        std::error_code ignored; // reading the file tells what is wrong with it
        key.file_size = std::filesystem::file_size(file->path, ignored);
        key.file_time = std::filesystem::last_write_time(file->path, ignored);
    } else {
        key.seed = request.seed;
    }
    return key;
}

bool ParameterCache::is_current(const Key& key) const {
    const bool from_file = std::holds_alternative<FileWeights>(key.weights);
    return packed_ != nullptr && key_ == key && (!from_file || settled_);
}

Result<ParameterCache::Answer> ParameterCache::get(const Request& request, const std::stop_token& stop) {
    // Taken before the file is read: a change in between is seen as a change next time.
    const Key key = key_of(request);
    const bool settled = is_settled(key.file_time);
    if (is_current(key)) {
        return Answer{parameters_, packed_, false};
    }
    parameters_.reset(); // large ones should not be there twice
    packed_.reset();
    const Index d_model = request.dims.d_model();
    const FileWeights* const file = std::get_if<FileWeights>(&request.weights);
    if (file == nullptr) {
        parameters_ = random_parameters(d_model, request.seed, stop);
        if (parameters_ == nullptr) {
            return fail(ErrorCode::cancelled);
        }
    } else {
        Result<std::shared_ptr<const Parameters>> read = read_parameters(file->path, stop);
        if (!read) {
            return tl::make_unexpected(std::move(read.error()));
        }
        if ((*read)->d_model() != d_model) {
            return fail(ErrorCode::d_model_conflict, d_model, (*read)->d_model(), file->path);
        }
        parameters_ = std::move(*read);
    }
    packed_ = packed_parameters(*parameters_, stop);
    if (packed_ == nullptr) {
        return fail(ErrorCode::cancelled);
    }
    key_ = key;
    settled_ = settled;
    return Answer{parameters_, packed_, true};
}

} // namespace headscope
