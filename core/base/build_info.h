#pragma once

#include <string_view>

namespace headscope {

/// "0.1.0"
std::string_view version();

} // namespace headscope
