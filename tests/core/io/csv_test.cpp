#include "core/io/csv.h"

#include <charconv>

#include "io_support.h"
#include "snapshot_support.h"

using namespace headscope;

namespace {

const QString columns = QStringLiteral("head,query,key,query_token,key_token,score,weight\n");

QString csv_of(const Snapshot& snapshot) {
    return QString::fromStdString(attention_csv(snapshot));
}

} // namespace

class CsvTest : public QObject {
    Q_OBJECT

private slots:
    void t1_a_line_a_cell_row_is_query_column_is_key() {
        QCOMPARE(csv_of(text_snapshot({"the", "cat"}, 2)), columns + QStringLiteral("0,0,0,the,the,-1,1\n"
                                                                                    "0,0,1,the,cat,-0.75,0.5\n"
                                                                                    "0,1,0,cat,the,-0.5,0.33333334\n"
                                                                                    "0,1,1,cat,cat,-0.25,0.25\n"
                                                                                    "1,0,0,the,the,0,0.2\n"
                                                                                    "1,0,1,the,cat,0.25,0.16666667\n"
                                                                                    "1,1,0,cat,the,0.5,0.14285715\n"
                                                                                    "1,1,1,cat,cat,0.75,0.125\n"));
    }

    void tokens_are_quoted_where_they_must_be_data() {
        QTest::addColumn<QString>("token");
        QTest::addColumn<QString>("field");
        const auto row = [](const char* name, const char* token, const char* field) {
            QTest::newRow(name) << QString::fromUtf8(token) << QString::fromUtf8(field);
        };
        row("apostrophe", "it's", "it's");
        row("space within", "a b", "a b");
        row("comma", ",", "\",\"");
        row("quote", "\"", "\"\"\"\"");
        row("quotes within", "say \"a\"", "\"say \"\"a\"\"\"");
        row("line feed", "\n", "\"\n\"");
        row("line end of Windows", "\r\n", "\"\r\n\"");
        row("space alone", " ", "\" \"");
        row("tab", "\t", "\"\t\"");
        row("space at the end", "x ", "\"x \"");
        row("Chinese", "猫", "猫");
        row("emoji family", "👨‍👩‍👧", "👨‍👩‍👧");
    }
    void tokens_are_quoted_where_they_must_be() {
        QFETCH(QString, token);
        QFETCH(QString, field);
        QCOMPARE(csv_of(text_snapshot({token.toStdString()}, 1)),
                 columns + QStringLiteral("0,0,0,%1,%1,-1,1\n").arg(field));
    }

    void a_batch_of_arrays_gets_a_column() {
        const QStringList lines = csv_of(array_snapshot(2, true)).split(u'\n');
        QCOMPARE(lines.size(), 1 + 2 * 2 * 2 * 3 + 1);
        QCOMPARE(lines[0], QStringLiteral("batch,head,query,key,query_token,key_token,score,weight"));
        QCOMPARE(lines[1], QStringLiteral("0,0,0,0,,,-1,1"));
        QCOMPARE(lines[4], QStringLiteral("0,0,1,0,,,-0.25,0.25"));
        QCOMPARE(lines[24], QStringLiteral("1,1,1,2,,,4.75,0.041666668"));
    }

    void arrays_without_a_batch_axis_get_none() {
        const QStringList lines = csv_of(array_snapshot(1, false)).split(u'\n');
        QCOMPARE(lines.size(), 1 + 2 * 2 * 3 + 1);
        QCOMPARE(lines[0] + u'\n', columns);
        QCOMPARE(lines[1], QStringLiteral("0,0,0,,,-1,1"));
    }

    void v17_with_dropout_the_weights_are_those_after_it() {
        Snapshot snapshot = text_snapshot({"a", "b"}, 1);
        snapshot.trace.dropped = Tensor::zeros({1, 1, 2, 2});
        snapshot.trace.dropped.data()[1] = 1.25F;
        QCOMPARE(csv_of(snapshot), columns + QStringLiteral("0,0,0,a,a,-1,0\n0,0,1,a,b,-0.75,1.25\n"
                                                            "0,1,0,b,a,-0.5,0\n0,1,1,b,b,-0.25,0\n"));
    }

    void v19_numbers_read_back_to_the_bit() {
        const std::vector<float> values{0.1F, 1.0F / 3.0F, 1e-45F, 1.17549435e-38F, 3.4028235e38F, -0.0F, 16777216.0F};
        Snapshot snapshot = snapshot_of(1, 1, 1, static_cast<Index>(values.size()));
        std::ranges::copy(values, snapshot.trace.scores.data());
        std::ranges::copy(values, snapshot.trace.weights.data());
        const QStringList lines = csv_of(snapshot).split(u'\n');
        for (std::size_t i = 0; i < values.size(); ++i) {
            const QStringList fields = lines[static_cast<qsizetype>(i) + 1].split(u',');
            QCOMPARE(fields.size(), 7);
            for (const int column : {5, 6}) {
                const std::string text = fields[column].toStdString();
                float read = 0.0F;
                std::from_chars(text.data(), text.data() + text.size(), read);
                QCOMPARE_EQ(std::bit_cast<std::uint32_t>(read), std::bit_cast<std::uint32_t>(values[i]));
            }
        }
    }

    void t8_a_text_without_tokens_gives_the_first_line() { QCOMPARE(csv_of(text_snapshot({}, 8)), columns); }
};

QTEST_GUILESS_MAIN(CsvTest)
#include "csv_test.moc"
