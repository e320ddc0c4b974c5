#include "ui/present/error_text.h"

#include <cerrno>

#include <QFile>
#include <QRegularExpression>
#include <QtTest>

#include "ui/i18n/language.h"

using namespace headscope;
using namespace headscope::ui;

namespace {

QString text(const tl::unexpected<Error>& error) {
    return errorText(error.value());
}

/// How many codes core/base/error.h lists, read from the file itself: one added at the end is tested too.
qsizetype codesInHeader() {
    QFile file(QStringLiteral(SOURCE_DIR "/core/base/error.h"));
    if (!file.open(QIODevice::ReadOnly)) {
        return 0;
    }
    const QString header = QString::fromUtf8(file.readAll());
    const qsizetype begin = header.indexOf("enum class ErrorCode {");
    return header.mid(begin, header.indexOf("};", begin) - begin)
        .count(QRegularExpression(QStringLiteral("^    [a-z0-9_]+,"), QRegularExpression::MultilineOption));
}

bool isErrno(ErrorCode code, int position) {
    return position == 1 && (code == ErrorCode::file_unreadable || code == ErrorCode::file_unwritable);
}

} // namespace

class ErrorTextTest : public QObject {
    Q_OBJECT

private slots:
    void init() { languages_.use(Language::english); }

    void every_code_has_a_sentence_in_both_languages() {
        const qsizetype codes = static_cast<qsizetype>(last_error_code) + 1;
        QCOMPARE(codesInHeader(), codes);
        for (const Language language : {Language::english, Language::simplifiedChinese}) {
            languages_.use(language);
            QSet<QString> sentences;
            for (qsizetype n = 0; n < codes; ++n) {
                const auto code = static_cast<ErrorCode>(n);
                Error error{code, {}};
                for (int i = 0; i < 5; ++i) {
                    error.arguments.emplace_back(isErrno(code, i) ? ErrorArgument{std::int64_t{ENOSPC}}
                                                                  : ErrorArgument{"arg" + std::to_string(i)});
                }
                const QString sentence = errorText(error);
                QVERIFY2(sentence.size() > 5, qPrintable(sentence));
                QVERIFY2(!sentence.contains(u'%'), qPrintable(sentence));
                QVERIFY2(!sentence.contains(u'\n'), qPrintable(sentence));
                const bool hasChinese = sentence.contains(QRegularExpression(QStringLiteral("\\p{Han}")));
                QCOMPARE(hasChinese, language == Language::simplifiedChinese);
                sentences.insert(sentence);
            }
            QVERIFY(sentences.size() >= codes - 1); // wrong rank and wrong shape say the same
        }
    }

    void every_argument_is_said_data() {
        QTest::addColumn<Error>("error");
        QTest::addColumn<QStringList>("said");
        const auto row = [](const char* name, const tl::unexpected<Error>& error, const QStringList& said) {
            QTest::newRow(name) << error.value() << said;
        };
        row("utf-8", fail(ErrorCode::text_invalid_utf8, "a.txt", 17), {"a.txt", "17"});
        row("T7", fail(ErrorCode::too_many_tokens, 1025, 1024), {"1,025", "1,024"});
        row("d_model", fail(ErrorCode::d_model_out_of_range, 9000, 1, 8192), {"9000", "1", "8192"});
        row("heads", fail(ErrorCode::n_heads_out_of_range, 513, 512), {"513", "512"});
        row("H1", fail(ErrorCode::heads_do_not_divide, 1024, 12, 8, 16), {"1024", "12", "8", "16"});
        row("temperature", fail(ErrorCode::temperature_out_of_range, -0.25, 0.001, 1000.0), {"-0.25", "0.001", "1000"});
        row("V17", fail(ErrorCode::dropout_out_of_range, 1.0), {"1"});
        row("E9", fail(ErrorCode::d_model_conflict, 512, 12, "w.safetensors"), {"512", "12", "w.safetensors"});
        row("memory", fail(ErrorCode::needs_too_much_memory, 3LL << 30, 1LL << 29), {"3 GiB", "512 MiB"});
        row("no memory", fail(ErrorCode::out_of_memory, 3LL << 30), {"3 GiB"});
        row("overflow", fail(ErrorCode::result_not_finite, "scores"), {"scores", "float32"});
        row("disk", fail(ErrorCode::disk_too_small, "a.npy", 3LL << 30, 1LL << 29), {"a.npy", "3 GiB", "512 MiB"});
        row("large", fail(ErrorCode::file_too_large, "x.npy", 3LL << 30, 1LL << 29), {"x.npy", "3 GiB", "512 MiB"});
        row("length", fail(ErrorCode::npy_wrong_length, "x.npy", 448, 300), {"x.npy", "448", "300"});
        row("type", fail(ErrorCode::npy_unsupported_type, "x.npy", "|O"), {"x.npy", "|O"});
        row("rank", fail(ErrorCode::array_wrong_rank, "x.npy", "(7,)", "(n, d_model)"),
            {"x.npy", "(7,)", "(n, d_model)"});
        row("shape", fail(ErrorCode::array_wrong_shape, "m.npy", "(7, 16)", "(9, 9)"), {"m.npy", "(7, 16)", "(9, 9)"});
        row("empty", fail(ErrorCode::array_empty, "x.npy", "(0, 16)"), {"x.npy", "(0, 16)"});
        row("finite", fail(ErrorCode::array_not_finite, "x.npy", "-inf", "(0, 3, 7)"), {"x.npy", "-inf", "(0, 3, 7)"});
        row("short", fail(ErrorCode::safetensors_too_short, "w.st", 7), {"w.st", "7"});
        row("header", fail(ErrorCode::safetensors_header_length, "w.st", 4096, 100), {"w.st", "4096", "100"});
        row("offsets", fail(ErrorCode::safetensors_bad_offsets, "w.st", "W_q.bias", 5, 3, 99),
            {"w.st", "W_q.bias", "5", "3", "99"});
        row("bytes", fail(ErrorCode::safetensors_wrong_length, "w.st", "W_q.bias", 60, 64),
            {"w.st", "W_q.bias", "60", "64"});
        row("overlap", fail(ErrorCode::safetensors_overlap, "w.st", "W_q.bias", "W_k.bias"),
            {"w.st", "W_q.bias", "W_k.bias"});
        row("missing", fail(ErrorCode::safetensors_missing, "w.st", "W_o.bias"), {"w.st", "W_o.bias"});
        row("twice", fail(ErrorCode::safetensors_duplicate, "w.st", "W_o.bias"), {"w.st", "W_o.bias"});
        row("dtype", fail(ErrorCode::safetensors_unsupported_type, "w.st", "W_o.bias", "I8"),
            {"w.st", "W_o.bias", "I8"});
        row("columns", fail(ErrorCode::csv_wrong_columns, "t.csv", 7, 3, 2), {"t.csv", "7", "3", "2"});
        row("quotes", fail(ErrorCode::csv_bad_quotes, "t.csv", 7), {"t.csv", "7"});
        row("field", fail(ErrorCode::csv_empty_field, "t.csv", 7, "target"), {"t.csv", "7", "target"});
        row("long", fail(ErrorCode::csv_too_long, "t.csv", 7, 600, 512), {"t.csv", "7", "600", "512"});
        row("few", fail(ErrorCode::csv_too_few_rows, "t.csv", 9, 10), {"t.csv", "9", "10"});
        row("symbols", fail(ErrorCode::csv_too_many_symbols, "t.csv", 5000, 4096), {"t.csv", "5000", "4096"});
        row("task", fail(ErrorCode::task_unknown, "sorting", "sort, csv"), {"sorting", "sort, csv"});
        row("needles", fail(ErrorCode::needles_out_of_range, 5, 1, 4), {"5", "1", "4"});
        row("value", fail(ErrorCode::argument_bad_value, "--heads", "1e3", "1 to 8192"),
            {"--heads", "1e3", "1 to 8192"});
        row("conflict", fail(ErrorCode::argument_conflict, "--text", "--input"), {"--text", "--input"});
        row("pair", fail(ErrorCode::argument_needs_other, "--key", "--value"), {"--key", "--value"});
        row("head", fail(ErrorCode::head_out_of_range, 9, 8), {"9", "8"});
        row("mask", fail(ErrorCode::mask_not_for_text_shape, "m.npy", "(3, 3)", "(6, 6)"),
            {"m.npy", "(3, 3)", "(6, 6)"});
        row("names", fail(ErrorCode::file_names_collide, "fig", "fig.npy"), {"fig", "fig.npy"});
    }
    void every_argument_is_said() {
        QFETCH(Error, error);
        QFETCH(QStringList, said);
        for (const Language language : {Language::english, Language::simplifiedChinese}) {
            languages_.use(language);
            const QString sentence = errorText(error);
            for (const QString& part : said) {
                QVERIFY2(sentence.contains(part), qPrintable(sentence));
            }
        }
    }

    void h1_names_the_nearest_head_counts() {
        QCOMPARE(
            text(fail(ErrorCode::heads_do_not_divide, 1024, 12, 8, 16)),
            QStringLiteral("d_model 1024 cannot be split into 12 equal heads; the nearest that can are 8 and 16."));
        languages_.use(Language::simplifiedChinese);
        QCOMPARE(text(fail(ErrorCode::heads_do_not_divide, 1024, 12, 8, 16)),
                 QStringLiteral("d_model 1024 不能平均分成 12 个注意力头；最接近的可用值是 8 和 16。"));
    }

    void the_systems_reason_is_said_in_words() {
        QCOMPARE(text(fail(ErrorCode::file_unwritable, "out/a.png", ENOSPC)),
                 QStringLiteral("out/a.png cannot be written: the disk is full."));
        QCOMPARE(text(fail(ErrorCode::file_unreadable, "x", ETXTBSY)),
                 QStringLiteral("x cannot be read: %1.").arg(qt_error_string(ETXTBSY)));
        languages_.use(Language::simplifiedChinese);
        QCOMPARE(text(fail(ErrorCode::file_unwritable, "out/a.png", ENOSPC)),
                 QStringLiteral("无法写入 out/a.png：磁盘已满。"));
    }

    void an_unknown_amount_is_not_said() {
        QCOMPARE(text(fail(ErrorCode::out_of_memory, 0)), QStringLiteral("There is not enough memory for this."));
    }

    void what_was_typed_stays_one_line_and_is_not_expanded() {
        QCOMPARE(text(fail(ErrorCode::argument_conflict, "--a%2", "--b\n%1\x7f")),
                 QStringLiteral("--a%2 and --b␊%1␡ cannot be used together."));
        QCOMPARE(text(fail(ErrorCode::file_not_found, "\xff.npy")), QStringLiteral("\uFFFD.npy does not exist."));
        const QString longest = text(fail(ErrorCode::file_not_found, std::string(10'000, 'x')));
        QVERIFY2(longest.size() < 250 && longest.contains(u'…'), qPrintable(longest));
    }

private:
    LanguageSwitch languages_;
};

QTEST_GUILESS_MAIN(ErrorTextTest)
#include "error_text_test.moc"
