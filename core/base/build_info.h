#pragma once

#include <string_view>

namespace headscope {

/// "0.1.0"
std::string_view version();
/// The instruction set that the arithmetic was compiled for: "x86-64", "x86-64-v3", "x86-64-v4", "aarch64", ... Figures
/// record it, because float32 sums are only bit-equal on the same one.
std::string_view instruction_set();

} // namespace headscope
