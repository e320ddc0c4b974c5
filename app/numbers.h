#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/tensor.h"

namespace headscope::ui {

// Numbers of the command line, the whole text or nothing: no white space, no plus sign, no base but ten, no overflow,
// no NaN or infinity.

/// "-12", "512"
std::optional<Index> parseInteger(std::string_view text);
/// "18446744073709551615"
std::optional<std::uint64_t> parseSeed(std::string_view text);
/// "0.1", "-2", "1e-3"
std::optional<double> parseReal(std::string_view text);
/// "1073741824", "8GiB", "1.5MiB": 1 or more; KiB, MiB, GiB and TiB, 1024-based, never a bare GB
std::optional<Index> parseBytes(std::string_view text);
/// "4,8,16": at least one
std::optional<std::vector<Index>> parseIntegers(std::string_view text);

/// "a,b" -> "a", "b"; "" -> "".
std::vector<std::string_view> splitAtCommas(std::string_view text);

} // namespace headscope::ui
