#include "app/numbers.h"

#include <charconv>
#include <cmath>

namespace headscope::ui {

namespace {

template <typename Number>
std::optional<Number> parseWhole(std::string_view text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return number;
}

} // namespace

std::optional<Index> parseInteger(std::string_view text) {
    return parseWhole<Index>(text);
}

std::optional<std::uint64_t> parseSeed(std::string_view text) {
    return parseWhole<std::uint64_t>(text);
}

std::optional<double> parseReal(std::string_view text) {
    const std::optional<double> number = parseWhole<double>(text);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

std::optional<Index> parseBytes(std::string_view text) {
    double unit = 1.0;
    double factor = 1.0;
    for (const std::string_view name : {"KiB", "MiB", "GiB", "TiB"}) {
        factor *= 1024.0;
        if (text.ends_with(name)) {
            text.remove_suffix(name.size());
            unit = factor;
            break;
        }
    }
    if (unit == 1.0) {
        const std::optional<Index> bytes = parseInteger(text);
        return bytes && *bytes > 0 ? bytes : std::nullopt;
    }
    const double bytes = parseReal(text).value_or(0.0) * unit;
    constexpr double beyond = 0x1p63;
    return bytes >= 1.0 && bytes < beyond ? std::optional(static_cast<Index>(bytes)) : std::nullopt;
}

std::optional<std::vector<Index>> parseIntegers(std::string_view text) {
    std::vector<Index> numbers;
    for (const std::string_view part : splitAtCommas(text)) {
        const std::optional<Index> number = parseInteger(part);
        if (!number) {
            return std::nullopt;
        }
        numbers.push_back(*number);
    }
    return numbers;
}

std::vector<std::string_view> splitAtCommas(std::string_view text) {
    std::vector<std::string_view> parts;
    for (std::size_t comma = text.find(','); comma != std::string_view::npos; comma = text.find(',')) {
        parts.push_back(text.substr(0, comma));
        text.remove_prefix(comma + 1);
    }
    parts.push_back(text);
    return parts;
}

} // namespace headscope::ui
