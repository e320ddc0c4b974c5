#include "app/file_names.h"

#include <algorithm>
#include <array>

#include "core/base/contract.h"

namespace headscope::ui {

namespace {

std::string padded(Index number, Index largest) {
    std::string digits = std::to_string(number);
    const std::size_t width = std::to_string(largest).size();
    return std::string(width - std::min(width, digits.size()), '0') + digits;
}

std::string value(std::string_view holder, const NameValues& values) {
    if (holder == "{name}") {
        return std::string(values.name);
    }
    if (holder == "{heads}") {
        return std::to_string(values.heads);
    }
    if (holder == "{line}") {
        return padded(values.line, values.lines);
    }
    HEADSCOPE_EXPECTS(holder == "{seed}");
    return std::to_string(values.seed);
}

/// The place holder that begins at the first character, braces included; empty where there is none.
std::string_view holderAt(std::string_view text) {
    constexpr std::array<std::string_view, 4> holders{"{name}", "{heads}", "{line}", "{seed}"};
    const auto holder = std::ranges::find_if(holders, [text](std::string_view h) { return text.starts_with(h); });
    return holder == holders.end() ? std::string_view{} : *holder;
}

} // namespace

bool isNamePattern(std::string_view pattern) {
    if (pattern.empty() || pattern.find_first_of("/\\") != std::string_view::npos) {
        return false;
    }
    while (!pattern.empty()) {
        const std::string_view holder = holderAt(pattern);
        const auto c = static_cast<unsigned char>(pattern.front());
        if (holder.empty() && (c == '{' || c == '}' || c < ' ')) {
            return false;
        }
        pattern.remove_prefix(std::max<std::size_t>(holder.size(), 1));
    }
    return true;
}

std::string fileName(std::string_view pattern, const NameValues& values) {
    std::string name;
    while (!pattern.empty()) {
        const std::string_view holder = holderAt(pattern);
        name += holder.empty() ? std::string(1, pattern.front()) : value(holder, values);
        pattern.remove_prefix(std::max<std::size_t>(holder.size(), 1));
    }
    return name;
}

std::string defaultNamePattern(bool severalLines, bool severalHeadCounts) {
    return std::string("{name}") + (severalLines ? "_{line}" : "") + (severalHeadCounts ? "_h{heads}" : "");
}

} // namespace headscope::ui
