#pragma once

#include <optional>
#include <string_view>

#include "core/base/tensor.h"

namespace headscope {

/// Byte offset of the first byte that is not part of well-formed UTF-8 (Unicode 15, table 3-7), if there is one.
/// Over-long forms, surrogates and values above U+10FFFF are not well-formed.
std::optional<Index> first_invalid_utf8(std::string_view text);

} // namespace headscope
