#include "app/text_table.h"

#include <QtTest>

#include "app/text_width.h"

using namespace headscope::ui;

class TextTableTest : public QObject {
    Q_OBJECT

private slots:
    void columns_are_as_wide_as_their_widest_cell() {
        TextTable table({Align::left, Align::right, Align::left});
        table.add({"Peak", "7", "a"});
        table.add({"Q", "1,024", ""});
        QCOMPARE(table.text(), QStringLiteral("  Peak      7  a\n  Q     1,024\n"));
        QCOMPARE(table.text(0), QStringLiteral("Peak      7  a\nQ     1,024\n"));
    }

    void chinese_characters_count_double() {
        TextTable table({Align::left, Align::right});
        table.add({QStringLiteral("峰值"), "1"});
        table.add({"peak", QStringLiteral("字节")});
        QCOMPARE(table.text(0), QStringLiteral("峰值     1\npeak  字节\n"));
        QCOMPARE(columns(QStringLiteral("峰值（d_k 64）")), 4 + 2 + 6 + 2);
    }
};

QTEST_GUILESS_MAIN(TextTableTest)
#include "text_table_test.moc"
