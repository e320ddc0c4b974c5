#pragma once

#include <charconv>
#include <string>

namespace headscope {

/// Appends the shortest text that reads back as the same number of the same type. A finite number's is also JSON.
template <typename Number>
void append_number(std::string& text, Number number) {
    char buffer[32]; // "-2.2250738585072014e-308" is the longest
    const std::to_chars_result result = std::to_chars(buffer, buffer + sizeof buffer, number);
    text.append(buffer, result.ptr);
}

} // namespace headscope
