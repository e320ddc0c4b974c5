#include "app/attend_arrays.h"

#include "core/io/npy.h"

namespace headscope::ui {

namespace {

/// The shape as it is in the file; where n is a symbol, any number will do.
std::string shapeInFile(const NpyInput& input, const std::string& n) {
    const Tensor& values = *input.values;
    const std::string rows = n + ", " + std::to_string(values.dim(2)) + ")";
    return input.batched ? "(" + std::to_string(values.dim(0)) + ", " + rows : "(" + rows;
}

std::string shapeInFile(const NpyInput& input) {
    return shapeInFile(input, std::to_string(input.values->dim(1)));
}

bool sameButLength(const NpyInput& a, const NpyInput& b) {
    return a.batched == b.batched && a.values->dim(0) == b.values->dim(0) && a.values->dim(2) == b.values->dim(2);
}

Result<NpyInput> readKey(const std::string& path, const NpyInput& query) {
    return read_npy_input(path).and_then([&](const NpyInput& key) -> Result<NpyInput> {
        if (!sameButLength(key, query)) {
            return fail(ErrorCode::array_wrong_shape, path, shapeInFile(key), shapeInFile(query, "n_k"));
        }
        return key;
    });
}

Result<NpyInput> readValue(const std::string& path, const NpyInput& key) {
    return read_npy_input(path).and_then([&](const NpyInput& value) -> Result<NpyInput> {
        if (!sameButLength(value, key) || value.values->dim(1) != key.values->dim(1)) {
            return fail(ErrorCode::array_wrong_shape, path, shapeInFile(value), shapeInFile(key));
        }
        return value;
    });
}

} // namespace

Result<ArrayInput> readArrays(const ArrayFiles& files) {
    return read_npy_input(files.query).and_then([&](const NpyInput& query) -> Result<ArrayInput> {
        const auto input = [&query](const NpyInput& key, const NpyInput& value) {
            return ArrayInput{.arrays = {.query = query.values, .key = key.values, .value = value.values},
                              .batched = query.batched};
        };
        if (files.key.empty()) {
            return input(query, query);
        }
        return readKey(files.key, query).and_then([&](const NpyInput& key) {
            return readValue(files.value, key).map([&](const NpyInput& value) { return input(key, value); });
        });
    });
}

} // namespace headscope::ui
