#include "core/text/tokenizer.h"

#include <memory>
#include <new>

#include <unicode/brkiter.h>
#include <unicode/uchar.h>
#include <unicode/utext.h>
#include <unicode/utf8.h>

#include "core/base/contract.h"
#include "core/base/utf8.h"

namespace headscope {

namespace {

/// ICU fails here for want of memory, or because its own data are not installed.
void expect_success(UErrorCode status) {
    if (status == U_MEMORY_ALLOCATION_ERROR) {
        throw std::bad_alloc();
    }
    HEADSCOPE_EXPECTS(U_SUCCESS(status));
}

/// A UText over UTF-8: ICU's offsets are then byte offsets in the source.
class Utf8Source {
public:
    explicit Utf8Source(std::string_view text) {
        UErrorCode status = U_ZERO_ERROR;
        utext_openUTF8(&text_, text.data(), static_cast<std::int64_t>(text.size()), &status);
        expect_success(status);
    }
    ~Utf8Source() { utext_close(&text_); }
    Utf8Source(const Utf8Source&) = delete;
    Utf8Source& operator=(const Utf8Source&) = delete;

    UText* get() { return &text_; }

private:
    UText text_ = UTEXT_INITIALIZER;
};

std::unique_ptr<icu::BreakIterator> create_iterator(Tokenizer tokenizer) {
    // The root locale, not the user's: the same text is cut in the same way on every machine.
    UErrorCode status = U_ZERO_ERROR;
    const icu::Locale& locale = icu::Locale::getRoot();
    std::unique_ptr<icu::BreakIterator> iterator(tokenizer == Tokenizer::words
                                                     ? icu::BreakIterator::createWordInstance(locale, status)
                                                     : icu::BreakIterator::createCharacterInstance(locale, status));
    expect_success(status);
    return iterator;
}

/// A new iterator, cloned: reading ICU's rules takes longer than cutting a paragraph.
std::unique_ptr<icu::BreakIterator> iterator_for(Tokenizer tokenizer) {
    static const std::unique_ptr<const icu::BreakIterator> words = create_iterator(Tokenizer::words);
    static const std::unique_ptr<const icu::BreakIterator> characters = create_iterator(Tokenizer::characters);
    std::unique_ptr<icu::BreakIterator> clone((tokenizer == Tokenizer::words ? *words : *characters).clone());
    if (clone == nullptr) {
        throw std::bad_alloc();
    }
    return clone;
}

/// Whether a code point leaves no mark on the page by itself: controls, zero-width spaces and joiners, a byte order
/// mark, a soft hyphen.
bool is_invisible(UChar32 c) {
    return u_charType(c) == U_CONTROL_CHAR || u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0;
}

void add_token(std::string_view text, Index begin, Index end, std::vector<Token>& tokens) {
    const auto first = static_cast<std::size_t>(begin);
    tokens.push_back({std::string(text.substr(first, static_cast<std::size_t>(end) - first)), begin, end});
}

/// Adds the stretches between white space of a segment that can be seen. Most segments are one stretch; a segment also
/// holds a space where a combining mark follows it, or where a narrow no-break space joins numbers.
void add_visible(std::string_view text, Index begin, Index end, std::vector<Token>& tokens) {
    Index stretch = begin;
    bool visible = false;
    for (Index i = begin; i < end;) {
        const Index here = i;
        UChar32 c = 0;
        U8_NEXT_UNSAFE(text, i, c);
        if (u_isUWhiteSpace(c) == 0) {
            visible = visible || !is_invisible(c);
            continue;
        }
        if (visible) {
            add_token(text, stretch, here, tokens);
        }
        stretch = i;
        visible = false;
    }
    if (visible) {
        add_token(text, stretch, end, tokens);
    }
}

} // namespace

Result<std::vector<Token>> tokenize(std::string_view text, Tokenizer tokenizer, std::string_view source_name) {
    if (static_cast<Index>(text.size()) > largest_text) {
        return fail(ErrorCode::file_too_large, source_name, text.size(), largest_text);
    }
    if (const std::optional<Index> offset = first_invalid_utf8(text)) {
        return fail(ErrorCode::text_invalid_utf8, source_name, *offset);
    }
    std::vector<Token> tokens;
    Utf8Source source(text);
    const std::unique_ptr<icu::BreakIterator> iterator = iterator_for(tokenizer);
    UErrorCode status = U_ZERO_ERROR;
    iterator->setText(source.get(), status);
    expect_success(status);
    Index begin = iterator->first();
    for (Index end = iterator->next(); end != icu::BreakIterator::DONE; end = iterator->next()) {
        if (tokenizer == Tokenizer::words) {
            add_visible(text, begin, end, tokens);
        } else {
            add_token(text, begin, end, tokens);
        }
        begin = end;
    }
    return tokens;
}

} // namespace headscope
