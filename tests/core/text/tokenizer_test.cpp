#include <array>
#include <string>
#include <thread>
#include <vector>

#include <QtTest>

#include "core/base/random.h"
#include "core/text/tokenizer.h"

using namespace headscope;

namespace {

std::vector<Token> tokens_of(std::string_view text, Tokenizer tokenizer) {
    const Result<std::vector<Token>> tokens = tokenize(text, tokenizer);
    return tokens ? *tokens : std::vector<Token>{{"invalid", -1, -1}};
}

QStringList texts(std::string_view text, Tokenizer tokenizer) {
    QStringList list;
    for (const Token& token : tokens_of(text, tokenizer)) {
        list << QString::fromStdString(token.text);
    }
    return list;
}

QStringList words(std::string_view text) {
    return texts(text, Tokenizer::words);
}

QStringList characters(std::string_view text) {
    return texts(text, Tokenizer::characters);
}

/// White space of the pieces below, in UTF-8.
bool contains_white_space(const std::string& text) {
    for (const char* space : {" ", "\t", "\n", "\r", "\u00A0", "\u202F", "\u2028", "\u3000", "\u0085"}) {
        if (text.find(space) != std::string::npos) {
            return true;
        }
    }
    return false;
}

/// Texts of up to 24 pieces, among them all that breaks in unusual ways.
std::string random_text(std::uint64_t number) {
    static const std::array<std::string, 32> pieces = {
        "the",    "a",      "don",    "'",          "\u2019",   "3",      ".",      ",",
        " ",      "  ",     "\t",     "\n",         "\r\n",     "\r",     "\u00A0", "\u202F",
        "\u3000", "\u2028", "\u0301", "\u200D",     "\uFE0F",   "\uFEFF", "\u200B", "\u0007",
        "我说你", "東京",   "カナ",   "\U0001F468", "👍🏽", "🇩",      "각",     "\u1100"};
    const RandomStream stream(number, "text");
    std::string text;
    for (std::uint64_t i = 1; i <= stream.bits(0) % 25; ++i) {
        text += pieces[stream.bits(i) % pieces.size()];
    }
    return text;
}

/// Whether tokens are in order, do not overlap, are not empty and are what their offsets cut from the text.
bool offsets_hold(const std::string& text, const std::vector<Token>& tokens) {
    Index before = 0;
    for (const Token& token : tokens) {
        const auto length = static_cast<std::size_t>(token.end - token.begin);
        if (token.begin < before || token.end <= token.begin ||
            text.substr(static_cast<std::size_t>(token.begin), length) != token.text) {
            return false;
        }
        before = token.end;
    }
    return before <= static_cast<Index>(text.size());
}

} // namespace

class TestTokenizer : public QObject {
    Q_OBJECT

private slots:
    void t1_repeated_words_are_tokens_of_their_own() {
        const std::vector<Token> expected = {{"the", 0, 3},  {"cat", 4, 7},   {"sat", 8, 11},
                                             {"on", 12, 14}, {"the", 15, 18}, {"mat", 19, 22}};
        QVERIFY(tokens_of("the cat sat on the mat", Tokenizer::words) == expected);
    }

    void t2_chinese_characters() {
        const QStringList expected = {"我", "说", "你", "倒", "是", "快", "点", "啊"};
        QCOMPARE(characters("我说你倒是快点啊"), expected);
        const std::vector<Token> tokens = tokens_of("我说你倒是快点啊", Tokenizer::characters);
        QCOMPARE(tokens[7].begin, 21);
        QCOMPARE(tokens[7].end, 24);
    }

    void t7_two_spaces_in_a_row() {
        QCOMPARE(words("the  cat"), words("the cat"));
        QCOMPARE(tokens_of("the  cat", Tokenizer::words)[1].begin, 5);
        QCOMPARE(characters("a  b"), QStringList({"a", " ", " ", "b"}));
    }

    void t7_unspaced_chinese_is_cut_by_the_dictionary() {
        QCOMPARE(words("我说你倒是快点啊"), QStringList({"我", "说", "你", "倒是", "快", "点", "啊"}));
        QCOMPARE(words("你好，世界。"), QStringList({"你好", "，", "世界", "。"}));
    }

    void t8_empty_and_blank_text_have_no_words() {
        for (const char* blank : {"", " ", "   ", "\t\r\n\n", "\u00A0\u3000\u2028\u0085\u202F"}) {
            QCOMPARE(words(blank), QStringList());
        }
        QCOMPARE(characters(""), QStringList());
    }

    void t9_spaces_are_tokens_of_characters() {
        QCOMPARE(characters("a \t\nb\u3000"), QStringList({"a", " ", "\t", "\n", "b", "\u3000"}));
    }

    void t13_the_same_text_twice_gives_the_same_tokens() {
        const std::string text = "The cat, 我说你倒是快点啊 👨‍👩‍👧‍👦!";
        for (const Tokenizer tokenizer : {Tokenizer::words, Tokenizer::characters}) {
            QVERIFY(tokens_of(text, tokenizer) == tokens_of(text, tokenizer));
        }
    }

    void word_tokens_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char* name, const char* text, const QStringList& expected) {
            QTest::newRow(name) << QString::fromUtf8(text) << expected;
        };
        row("punctuation", "Hi, you!", {"Hi", ",", "you", "!"});
        row("dots", "wait...", {"wait", ".", ".", "."});
        row("contractions", "don't can\u2019t", {"don't", "can\u2019t"});
        row("numbers", "3.14 1,000 50%", {"3.14", "1,000", "50", "%"});
        row("abbreviation", "e.g. x", {"e.g", ".", "x"});
        row("identifier", "W_q = d_model/h", {"W_q", "=", "d_model", "/", "h"});
        row("hyphen", "well-known", {"well", "-", "known"});
        row("URL", "https://example.com/a?b", {"https", ":", "/", "/", "example.com", "/", "a", "?", "b"});
        row("all white space", "a\u00A0b\u3000c\td\ne\u202Ff\u2028g", {"a", "b", "c", "d", "e", "f", "g"});
        row("narrow no-break space before a mark", "mot\u202F!", {"mot", "!"});
        row("Arabic", "مرحبا بالعالم", {"مرحبا", "بالعالم"});
        row("Hebrew", "שלום עולם, צה\"ל", {"שלום", "עולם", ",", "צה\"ל"});
        row("Thai", "สวัสดีครับ", {"สวัสดี", "ครับ"});
        row("Japanese", "東京カタカナ", {"東京", "カタカナ"});
        row("Korean", "한국어 문장", {"한국어", "문장"});
        row("Hindi", "नमस्ते दुनिया", {"नमस्ते", "दुनिया"});
        row("combining mark", "cafe\u0301 cre\u0300me", {"cafe\u0301", "cre\u0300me"});
        row("mark on a space", "a \u0301b", {"a", "\u0301", "b"});
        row("family", "a👨‍👩‍👧‍👦b", {"a", "👨‍👩‍👧‍👦", "b"});
        row("flags", "🇩🇪🇫🇷🇨🇳", {"🇩🇪", "🇫🇷", "🇨🇳"});
        row("flag of tags", "🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F!",
            {"🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F", "!"});
        row("skin tones", "👍🏽👍🏿ok", {"👍🏽", "👍🏿", "ok"});
        row("heart and keycap", "❤️1️⃣", {"❤️", "1️⃣"});
        row("zero-width space", "hello\u200Bworld", {"hello", "world"});
        row("only zero-width", "\u200B\u200D\u2060\uFEFF", {});
        row("only controls", "\u0001\u0007\u007F", {});
        row("soft hyphen in a word", "so\u00ADft", {"so\u00ADft"});
        row("replacement character", "a \uFFFD", {"a", "\uFFFD"});
    }

    void word_tokens() {
        QFETCH(QString, text);
        QFETCH(QStringList, expected);
        QCOMPARE(words(text.toStdString()), expected);
    }

    void character_tokens_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char* name, const char* text, const QStringList& expected) {
            QTest::newRow(name) << QString::fromUtf8(text) << expected;
        };
        row("family", "👨‍👩‍👧‍👦", {"👨‍👩‍👧‍👦"});
        row("flags", "🇩🇪🇫🇷", {"🇩🇪", "🇫🇷"});
        row("odd number of flag letters", "🇩🇪🇫", {"🇩🇪", "🇫"});
        row("skin tones", "👍🏽👍🏿", {"👍🏽", "👍🏿"});
        row("CR LF", "a\r\nb\n\rc", {"a", "\r\n", "b", "\n", "\r", "c"});
        row("combining marks", "e\u0301\u0323x", {"e\u0301\u0323", "x"});
        row("mark at the start", "\u0301a", {"\u0301", "a"});
        row("Hangul jamo", "\u1112\u1161\u11AB\u1100\u1173\u11AF", {"\u1112\u1161\u11AB", "\u1100\u1173\u11AF"});
        row("Hebrew points", "שָׁלוֹם", {"שָׁ", "ל", "וֹ", "ם"});
        row("Arabic", "مرحبا", {"م", "ر", "ح", "ب", "ا"});
        row("beyond the BMP", "𝄞𠀀", {"𝄞", "𠀀"});
    }

    void character_tokens() {
        QFETCH(QString, text);
        QFETCH(QStringList, expected);
        QCOMPARE(characters(text.toStdString()), expected);
    }

    // Apart from the tables above, because QString::fromUtf8 drops a byte order mark.
    void a_byte_order_mark_is_no_word_but_a_character() {
        QVERIFY(tokens_of("\uFEFFhello", Tokenizer::words) == (std::vector<Token>{{"hello", 3, 8}}));
        QVERIFY(tokens_of("\uFEFFa", Tokenizer::characters) == (std::vector<Token>{{"\uFEFF", 0, 3}, {"a", 3, 4}}));
    }

    void a_zero_byte_is_a_character_like_others() {
        const std::string text("a\0b", 3);
        QCOMPARE(tokens_of(text, Tokenizer::characters).size(), 3U);
        QCOMPARE(words(text), QStringList({"a", "b"}));
    }

    void tokens_are_what_their_offsets_say() {
        for (std::uint64_t number = 0; number < 3000; ++number) {
            const std::string text = random_text(number);
            std::string joined;
            for (const Token& token : tokens_of(text, Tokenizer::characters)) {
                joined += token.text;
            }
            QVERIFY(offsets_hold(text, tokens_of(text, Tokenizer::characters)));
            QCOMPARE(joined, text);

            const std::vector<Token> seen = tokens_of(text, Tokenizer::words);
            QVERIFY(offsets_hold(text, seen));
            for (const Token& word : seen) {
                QVERIFY2(!contains_white_space(word.text), text.c_str());
            }
        }
    }

    void invalid_utf8_is_an_error_with_its_source_and_offset() {
        for (const Tokenizer tokenizer : {Tokenizer::words, Tokenizer::characters}) {
            const Result<std::vector<Token>> tokens = tokenize("the \xFF cat", tokenizer, "--text");
            QVERIFY(!tokens);
            QVERIFY(tokens.error() == fail(ErrorCode::text_invalid_utf8, "--text", 4).value());
        }
        QVERIFY(tokenize("\xE6\x88", Tokenizer::words).error() ==
                fail(ErrorCode::text_invalid_utf8, "text", 0).value());
    }

    void a_text_beyond_2_gib_is_refused_unread() {
        const std::string_view text("a", static_cast<std::size_t>(largest_text) + 1); // never looked into
        QVERIFY(tokenize(text, Tokenizer::words, "big.txt").error() ==
                fail(ErrorCode::file_too_large, "big.txt", 2147483648, 2147483647).value());
    }

    void a_paste_of_10000_words() {
        std::string text;
        for (int i = 0; i < 10000; ++i) {
            text += i % 2 == 0 ? "hello " : "世界，";
        }
        const std::vector<Token> tokens = tokens_of(text, Tokenizer::words);
        QCOMPARE(tokens.size(), 15000U);
        QVERIFY(offsets_hold(text, tokens));
    }

    void several_threads_at_once() {
        const std::string text = "The cat, 我说你倒是快点啊 👨‍👩‍👧‍👦!";
        const std::vector<Token> expected = tokens_of(text, Tokenizer::words);
        std::array<int, 4> same{};
        std::vector<std::thread> threads;
        for (int& count : same) {
            threads.emplace_back([&text, &expected, &count] {
                for (int i = 0; i < 200; ++i) {
                    count += tokens_of(text, Tokenizer::words) == expected ? 1 : 0;
                }
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        QCOMPARE(same, (std::array<int, 4>{200, 200, 200, 200}));
    }
};

QTEST_APPLESS_MAIN(TestTokenizer)
#include "tokenizer_test.moc"
