#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/tensor.h"

namespace headscope {

/// Both follow Unicode's rules (UAX 29) as ICU implements them, in the root locale, whatever the user's language is.
enum class Tokenizer {
    /// Word segments and every punctuation mark, symbol and emoji by itself. "don't", "3.14", "1,000" and "example.com"
    /// are one token each, "..." is three. Chinese and Japanese are cut with ICU's dictionary: 我说你倒是快点啊 gives
    /// 我 说 你 倒是 快 点 啊 with ICU 72.
    /// No token contains white space (Unicode's: also tabs, line ends, no-break and ideographic spaces), and a segment
    /// that cannot be seen (controls, zero-width spaces and joiners, a byte order mark) is dropped. Within a word such
    /// characters stay.
    words,
    /// Extended grapheme clusters: what a reader takes for one character. A family emoji, a flag, a letter with its
    /// accents and CR LF are one each. Nothing is dropped, so that the tokens joined are the text.
    characters,
};

struct Token {
    std::string text; ///< UTF-8, as in the source
    Index begin = 0;  ///< byte offset in the source
    Index end = 0;    ///< one past the last byte

    friend bool operator==(const Token&, const Token&) = default;
};

/// Bytes that tokenize() takes: ICU counts in 32 bits.
inline constexpr Index largest_text = (Index{1} << 31) - 1;

/// Cuts `text` (UTF-8) into tokens, in order; none is empty. Text without a token gives an empty list. Safe from
/// several threads. Errors, about `source_name`: text_invalid_utf8, file_too_large (beyond largest_text).
Result<std::vector<Token>> tokenize(std::string_view text, Tokenizer tokenizer, std::string_view source_name = "text");

} // namespace headscope
