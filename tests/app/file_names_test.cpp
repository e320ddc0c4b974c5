#include "app/file_names.h"

#include <QtTest>

#include "app/text_lines.h"

using namespace headscope;
using namespace headscope::ui;

class FileNamesTest : public QObject {
    Q_OBJECT

private slots:
    void place_holders_are_filled_in() {
        const NameValues values{.name = "attention", .heads = 8, .seed = 7, .line = 3, .lines = 120};
        QCOMPARE(fileName("{name}", values), std::string("attention"));
        QCOMPARE(fileName("a_{name}_h{heads}_{line}_s{seed}z", values), std::string("a_attention_h8_003_s7z"));
        QCOMPARE(fileName("注意力 {line}", values), std::string("注意力 003"));
    }

    void line_numbers_sort_as_they_count() {
        QCOMPARE(fileName("{line}", {.name = {}, .line = 9, .lines = 9}), std::string("9"));
        QCOMPARE(fileName("{line}", {.name = {}, .line = 9, .lines = 10}), std::string("09"));
    }

    void defaults_tell_files_apart() {
        QCOMPARE(defaultNamePattern(false, false), std::string("{name}"));
        QCOMPARE(defaultNamePattern(true, true), std::string("{name}_{line}_h{heads}"));
        QVERIFY(isNamePattern(defaultNamePattern(true, true)));
    }

    void a_pattern_is_one_name() {
        for (const char* good : {"a", "{name}", "a b", "注意力{line}", ".hidden", "{name}{name}"}) {
            QVERIFY2(isNamePattern(good), good);
        }
        for (const char* wrong :
             {"", "a/b", "/a", "../a", "a\\b", "{head}", "{", "}", "{name", "name}", "{{name}}", "a\nb"}) {
            QVERIFY2(!isNamePattern(wrong), wrong);
        }
    }

    void lines_keep_their_numbers_and_offsets() {
        const TextLines lines = splitLines("\xEF\xBB\xBFone\r\n\r\n \t\ntwo two\nthree");
        QCOMPARE(lines.count, 5);
        QCOMPARE(lines.lines.size(), 3U);
        QCOMPARE(lines.lines[0].text, std::string("one"));
        QCOMPARE(lines.lines[0].begin, 3);
        QCOMPARE(lines.lines[1].text, std::string("two two"));
        QCOMPARE(lines.lines[1].number, 4);
        QCOMPARE(lines.lines[1].begin, 13);
        QCOMPARE(lines.lines[2].text, std::string("three"));
        QCOMPARE(lines.lines[2].number, 5);
        QCOMPARE(splitLines("a\n").count, 1);
        QCOMPARE(splitLines("").count, 0);
        QCOMPARE(splitLines("\n\n").lines.size(), 0U);
    }
};

QTEST_GUILESS_MAIN(FileNamesTest)
#include "file_names_test.moc"
