#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/tensor.h"

namespace headscope {

enum class Tokenizer {
    words, ///< ICU word segments and punctuation marks; white space is dropped; Chinese is cut with ICU's dictionary
    characters, ///< extended grapheme clusters; white space is kept
};

struct Token {
    std::string text; ///< UTF-8, as in the source
    Index begin = 0;  ///< byte offset in the source
    Index end = 0;    ///< one past the last byte

    friend bool operator==(const Token&, const Token&) = default;
};

/// Cuts `text` (UTF-8) into tokens, in order. Text without a token (empty or blank) gives an empty list.
/// Errors: text_invalid_utf8 (source is `source_name`).
Result<std::vector<Token>> tokenize(std::string_view text, Tokenizer tokenizer, std::string_view source_name = "text");

} // namespace headscope
