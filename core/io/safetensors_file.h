#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/tensor.h"
#include "core/io/input_file.h"
#include "core/io/safetensors_header.h"

namespace headscope {

/// A safetensors file whose header keeps the format's rules; tensors are read one by one, as float32.
class SafetensorsFile {
public:
    /// Errors: as InputFile::open and read_safetensors_header.
    static Result<SafetensorsFile> open(const std::string& path);

    const std::string& path() const { return file_.path(); }
    /// "path: tensor", for messages.
    std::string full_name(const std::string& tensor) const { return path() + ": " + tensor; }
    const SafetensorsHeader& header() const { return header_; }
    /// Null where there is none of this name.
    const TensorEntry* find(const std::string& tensor) const;

    /// Errors: safetensors_missing, array_wrong_shape, safetensors_unsupported_type (other than F32, F64, F16, BF16).
    Result<void> check(const std::string& tensor, const std::vector<Index>& needed) const;
    /// All its values, of which there are values.size(), once check() found it good (contracts).
    /// Errors: file_unreadable, array_not_finite.
    Result<void> read(const std::string& tensor, std::span<float> values) const;

private:
    SafetensorsFile(InputFile file, SafetensorsHeader header);

    InputFile file_;
    SafetensorsHeader header_;
};

enum class StoredType { float32, float16 };

struct StoredTensor {
    std::string name;
    std::vector<Index> shape;
    std::span<const float> values;
    StoredType type = StoredType::float32; ///< float16: rounded to the nearest, ties to even
};

/// The bytes of a safetensors file. Metadata are written where there are any.
std::string safetensors_bytes(std::span<const StoredTensor> tensors,
                              const std::map<std::string, std::string>& metadata);

} // namespace headscope
