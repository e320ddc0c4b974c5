#include "ui/present/token_ranges.h"

#include <algorithm>

namespace headscope::ui {

std::vector<TokenRange> tokenRanges(const std::string& utf8, const std::vector<Token>& tokens) {
    std::vector<TokenRange> ranges;
    ranges.reserve(tokens.size());
    Index byte = 0;
    int unit = 0;
    const auto advanceTo = [&](Index target) {
        for (; byte < target; ++byte) {
            const auto lead = static_cast<unsigned char>(utf8[static_cast<std::size_t>(byte)]);
            // Continuation bytes count nothing; a four-byte character is a surrogate pair.
            unit += (lead & 0xC0U) == 0x80U ? 0 : (lead >= 0xF0U ? 2 : 1);
        }
        return unit;
    };
    for (const Token& token : tokens) {
        const int begin = advanceTo(token.begin);
        ranges.push_back({begin, advanceTo(token.end)});
    }
    return ranges;
}

int tokenAt(const std::vector<TokenRange>& ranges, int position) {
    const auto after = std::ranges::upper_bound(ranges, position, {}, &TokenRange::begin);
    if (after == ranges.begin() || (after - 1)->end <= position) {
        return -1;
    }
    return static_cast<int>(after - ranges.begin()) - 1;
}

} // namespace headscope::ui
