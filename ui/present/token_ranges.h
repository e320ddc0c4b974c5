#pragma once

#include <vector>

#include <QString>

#include "core/text/tokenizer.h"

namespace headscope::ui {

/// Where a token stands in a QString (UTF-16 units).
struct TokenRange {
    int begin = 0;
    int end = 0;
};

/// Byte offsets of the tokens in `utf8` as positions in the same text as a QString. Tokens are in rising order.
std::vector<TokenRange> tokenRanges(const std::string& utf8, const std::vector<Token>& tokens);

/// Index of the token at a position, or -1.
int tokenAt(const std::vector<TokenRange>& ranges, int position);

} // namespace headscope::ui
