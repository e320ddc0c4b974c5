#pragma once

#include <optional>
#include <string_view>

#include "core/base/tensor.h"

namespace headscope {

/// Byte offset of the first sequence that is not well-formed UTF-8 (Unicode 15, table 3-7), if there is one: of its
/// first byte, also where a later byte is the wrong or missing one. Over-long forms, surrogates and values above
/// U+10FFFF are not well-formed; U+0000 and noncharacters are.
std::optional<Index> first_invalid_utf8(std::string_view text);

} // namespace headscope
