#include "core/io/csv_table.h"

#include "io_support.h"

using namespace headscope;

namespace {

/// "1: a|b" for each row.
QStringList rows(std::string_view bytes) {
    const Result<std::vector<CsvRow>> read = csv_rows(bytes, "t.csv");
    if (!read) {
        return {describe(read)};
    }
    QStringList list;
    for (const CsvRow& row : *read) {
        QStringList fields;
        for (const std::string& field : row.fields) {
            fields << QString::fromStdString(field);
        }
        list << QStringLiteral("%1: %2").arg(row.line).arg(fields.join(u'|'));
    }
    return list;
}

} // namespace

class CsvTableTest : public QObject {
    Q_OBJECT

private slots:
    void rows_are_read_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char* name, const QByteArray& bytes, const QStringList& expected) {
            QTest::newRow(name) << bytes << expected;
        };
        row("nothing", "", {});
        row("two lines", "a,b\nc,d\n", {"1: a|b", "2: c|d"});
        row("no line end", "a,b", {"1: a|b"});
        row("windows", "a,b\r\nc,d\r\n", {"1: a|b", "2: c|d"});
        row("blank lines", "\na,b\n\r\n\nc,d", {"2: a|b", "5: c|d"});
        row("empty fields", ",\na,\n,b", {"1: |", "2: a|", "3: |b"});
        row("one column", "a\nb", {"1: a", "2: b"});
        row("white space stays", " a , b\t\n", {"1:  a | b\t"});
        row("quoted", "\"a\",\"b,c\"\n\"d\"\"e\",\"\"", {"1: a|b,c", "2: d\"e|"});
        row("line ends inside", "\"a\nb\",\"c\r\nd\"\ne,f", {"1: a\nb|c\r\nd", "4: e|f"});
        row("quote inside", "a\"b,c", {"1: a\"b|c"});
        row("CR alone", "a\rb,c\r", {"1: a\rb|c\r"});
        row("byte order mark", "\xEF\xBB\xBF\"a\",b", {"1: a|b"});
        row("Chinese", "你好,好你", {QStringLiteral("1: 你好|好你")});
    }
    void rows_are_read() {
        QFETCH(QByteArray, bytes);
        QFETCH(QStringList, expected);
        QCOMPARE(rows(bytes.toStdString()), expected);
    }

    void errors() {
        const auto read = [](std::string_view bytes) { return csv_rows(bytes, "t.csv"); };
        COMPARE_ERROR(read("a,b\n\nc,\"d\ne"), ErrorCode::csv_bad_quotes, "t.csv", 3);
        COMPARE_ERROR(read("a,\"b\" \n"), ErrorCode::csv_bad_quotes, "t.csv", 1);
        COMPARE_ERROR(read("\"a\nb\"c"), ErrorCode::csv_bad_quotes, "t.csv", 1);
        COMPARE_ERROR(read("\"a\"\rb"), ErrorCode::csv_bad_quotes, "t.csv", 1);
        COMPARE_ERROR(read("\""), ErrorCode::csv_bad_quotes, "t.csv", 1);
        COMPARE_ERROR(read("a,b\nc,\xFF"), ErrorCode::text_invalid_utf8, "t.csv", 6);
    }
};

QTEST_GUILESS_MAIN(CsvTableTest)
#include "csv_table_test.moc"
