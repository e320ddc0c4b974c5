#include <array>
#include <cstdint>
#include <string>

#include <QtTest>

#include "core/base/utf8.h"

using namespace headscope;

namespace {

std::string encoded(std::uint32_t c) {
    const auto byte = [](std::uint32_t value) { return static_cast<char>(value); };
    if (c < 0x80) {
        return {byte(c)};
    }
    if (c < 0x800) {
        return {byte(0xC0 | (c >> 6)), byte(0x80 | (c & 0x3F))};
    }
    if (c < 0x10000) {
        return {byte(0xE0 | (c >> 12)), byte(0x80 | ((c >> 6) & 0x3F)), byte(0x80 | (c & 0x3F))};
    }
    return {byte(0xF0 | (c >> 18)), byte(0x80 | ((c >> 12) & 0x3F)), byte(0x80 | ((c >> 6) & 0x3F)),
            byte(0x80 | (c & 0x3F))};
}

bool is_surrogate(std::uint32_t c) {
    return c >= 0xD800 && c <= 0xDFFF;
}

} // namespace

class TestUtf8 : public QObject {
    Q_OBJECT

private slots:
    void well_formed_text() {
        QCOMPARE(first_invalid_utf8(""), std::nullopt);
        QCOMPARE(first_invalid_utf8("the cat sat on the mat"), std::nullopt);
        QCOMPARE(first_invalid_utf8("我说你倒是快点啊 \u00e9\u0301 \U0001F468\u200D\U0001F469"), std::nullopt);
        QCOMPARE(first_invalid_utf8(std::string_view("a\0b", 3)), std::nullopt);
        QCOMPARE(first_invalid_utf8("\uFEFF\uFFFE\uFFFF"), std::nullopt); // noncharacters are allowed
    }

    void every_scalar_value_is_well_formed_and_no_other() {
        for (std::uint32_t c = 0; c <= 0x1FFFFF; ++c) {
            const bool valid = !first_invalid_utf8(encoded(c)).has_value();
            if (valid != (c <= 0x10FFFF && !is_surrogate(c))) {
                QFAIL(qPrintable(QStringLiteral("U+%1").arg(c, 0, 16)));
            }
        }
    }

    // All scalar values are accepted (above), so where the number of accepted strings is their number, nothing else is.
    void no_other_string_of_two_or_three_bytes_is_accepted() {
        int pairs = 0;
        int triples = 0;
        std::array<char, 3> bytes{};
        const std::string_view pair(bytes.data(), 2);
        const std::string_view triple(bytes.data(), 3);
        for (int first = 0x80; first <= 0xFF; ++first) {
            bytes[0] = static_cast<char>(first);
            for (int second = 0; second <= 0xFF; ++second) {
                bytes[1] = static_cast<char>(second);
                pairs += first_invalid_utf8(pair) ? 0 : 1;
                for (int third = 0; first >= 0xE0 && third <= 0xFF; ++third) {
                    bytes[2] = static_cast<char>(third);
                    triples += first_invalid_utf8(triple) ? 0 : 1;
                }
            }
        }
        QCOMPARE(pairs, 0x800 - 0x80);
        QCOMPARE(triples, 0x10000 - 0x800 - 0x800);
    }

    void malformed_text_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("offset");
        QTest::newRow("lone continuation") << QByteArray("ab\x80") << 2;
        QTest::newRow("continuation at the start") << QByteArray("\xBF") << 0;
        QTest::newRow("over-long slash, two bytes") << QByteArray("/\xC0\xAF") << 1;
        QTest::newRow("over-long, C1") << QByteArray("\xC1\xBF") << 0;
        QTest::newRow("over-long slash, three bytes") << QByteArray("\xE0\x80\xAF") << 0;
        QTest::newRow("over-long U+07FF") << QByteArray("\xE0\x9F\xBF") << 0;
        QTest::newRow("over-long U+FFFF") << QByteArray("\xF0\x8F\xBF\xBF") << 0;
        QTest::newRow("surrogate U+D800") << QByteArray("\xED\xA0\x80") << 0;
        QTest::newRow("surrogate pair (CESU-8)") << QByteArray("x\xED\xA0\xBD\xED\xB8\x80") << 1;
        QTest::newRow("U+110000") << QByteArray("\xF4\x90\x80\x80") << 0;
        QTest::newRow("F5") << QByteArray("\xF5\x80\x80\x80") << 0;
        QTest::newRow("five bytes") << QByteArray("\xF8\x88\x80\x80\x80") << 0;
        QTest::newRow("FE and FF") << QByteArray("ok\xFE\xFF") << 2;
        QTest::newRow("cut after one of two") << QByteArray("caf\xC3") << 3;
        QTest::newRow("cut after two of three") << QByteArray("\xE6\x88") << 0;
        QTest::newRow("cut after three of four") << QByteArray("a\xF0\x9F\x98") << 1;
        QTest::newRow("sequence broken by ASCII") << QByteArray("\xE6\x88z") << 0;
        QTest::newRow("sequence broken by a sequence") << QByteArray("\xE6\xE6\x88\x91") << 0;
        QTest::newRow("one continuation too many") << QByteArray("\xC3\xA9\xA9") << 2;
        QTest::newRow("Latin-1") << QByteArray("na\xEFve") << 2;
        QTest::newRow("after eight ASCII bytes") << QByteArray("12345678\xFF") << 8;
        QTest::newRow("within eight ASCII bytes") << QByteArray("123456\xFFz and more text") << 6;
        QTest::newRow("after Chinese") << QByteArray("\xE6\x88\x91\xE8\xAF\xB4\xE4\xBD") << 6;
    }

    void malformed_text() {
        QFETCH(QByteArray, text);
        QFETCH(int, offset);
        const auto found = first_invalid_utf8({text.constData(), static_cast<std::size_t>(text.size())});
        QVERIFY(found.has_value());
        QCOMPARE(*found, offset);
    }
};

QTEST_APPLESS_MAIN(TestUtf8)
#include "utf8_test.moc"
