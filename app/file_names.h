#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/tensor.h"

namespace headscope::ui {

/// What the place holders of a file name stand for.
struct NameValues {
    std::string_view name;  ///< {name}: "attention" or "output"
    Index heads = 0;        ///< {heads}
    std::uint64_t seed = 0; ///< {seed}
    Index line = 1;         ///< {line}: number of the text's line, from 1
    Index lines = 1;        ///< {line} has leading zeros to the width of this number
};

/// Whether the pattern is the name of a file without a folder, and every {...} in it is a known place holder.
bool isNamePattern(std::string_view pattern);

/// The pattern with its place holders filled in; isNamePattern() holds (contract).
std::string fileName(std::string_view pattern, const NameValues& values);

/// "{name}", with "_{line}" and "_h{heads}" where there are several.
std::string defaultNamePattern(bool severalLines, bool severalHeadCounts);

} // namespace headscope::ui
