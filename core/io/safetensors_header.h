#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/tensor.h"
#include "core/io/input_file.h"

namespace headscope {

/// One tensor of a safetensors file, as its header gives it.
struct TensorEntry {
    std::string dtype; ///< "F32"
    std::vector<Index> shape;
    Index begin = 0; ///< in the data, which follow the header
    Index end = 0;   ///< one past the last byte
};

struct SafetensorsHeader {
    std::map<std::string, TensorEntry, std::less<>> tensors;
    std::map<std::string, std::string> metadata; ///< of __metadata__; of a name that comes twice the last text
    Index data_offset = 0;
    Index data_bytes = 0;
};

/// Reads and checks the header by the format's rules: names once each, offsets within the data and as long as shape and
/// type ask, tensors side by side without overlap, gap or rest. The last rule also finds a header length that is off
/// by a few of the header's padding spaces, which would shift every value.
/// Errors: file_unreadable, safetensors_* except safetensors_missing; an unsupported type is the reader's to refuse.
Result<SafetensorsHeader> read_safetensors_header(const InputFile& file);

} // namespace headscope
