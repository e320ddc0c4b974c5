#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/tensor.h"
#include "core/io/element.h"
#include "core/io/input_file.h"

namespace headscope {

/// The dictionary at the start of a .npy file, as written.
struct NpyDictionary {
    std::string descr; ///< the type: the text of a string, or the source of anything else (a structured type's list)
    bool fortran_order = false;
    std::vector<Index> shape;
};

/// Parses a literal as NumPy writes it, "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }": these three keys
/// in any order, once each. Empty for anything else.
std::optional<NpyDictionary> parse_npy_dictionary(std::string_view text);

/// bool, integers of 8 to 64 bits, float16 to float64. Empty for other types.
std::optional<ElementType> parse_npy_type(std::string_view descr);

struct NpyHeader {
    std::string descr;
    ElementType type;
    bool fortran_order = false;
    std::vector<Index> shape;
    Index data_offset = 0;
    Index count = 0; ///< elements
};

/// Reads and checks a header, the file's length included. Errors: file_unreadable, npy_*.
Result<NpyHeader> read_npy_header(const InputFile& file);

} // namespace headscope
