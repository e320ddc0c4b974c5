// What `headscope memory` prints: against PyTorch's measured bytes, in both languages, and its errors.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "tests/app/headscope_process.h"

using headscope::test::HeadscopeProcess;
using headscope::test::isOneErrorLine;
using headscope::test::Outcome;

namespace {

/// tests/data/memory: [B, n, d_model, h, mask, training, dropout_p, peak, forward peak, alive after forward, at end]
QJsonArray measuredRows() {
    QFile file(QStringLiteral(TEST_DATA_DIR "/data/memory/pytorch_mha_bytes.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object()["rows"].toArray()
                                          : QJsonArray();
}

QStringList optionsOf(const QJsonArray& row) {
    const auto number = [&row](int i) { return QString::number(row[i].toInteger()); };
    QStringList options{"memory",    "--json",
                        "--batch",   number(0),
                        "--seq-len", number(1),
                        "--d-model", number(2),
                        "--heads",   number(3),
                        "--mode",    row[5].toBool() ? "training" : "inference",
                        "--dropout", QString::number(row[6].toDouble())};
    if (row[4].isString()) {
        options << "--mask-shape" << row[4].toString();
    }
    return options;
}

QJsonObject json(const QStringList& options) {
    const Outcome outcome = HeadscopeProcess().run(QStringList{"memory", "--json"} + options);
    return outcome.status == 0 && outcome.err.isEmpty() ? QJsonDocument::fromJson(outcome.out.toUtf8()).object()
                                                        : QJsonObject();
}

/// The value of a line "  Peak    1.5 MiB   1,572,864 B" of the text.
QString exactFigure(const QString& text, const QString& name) {
    for (const QString& line : text.split(u'\n')) {
        if (line.startsWith(QStringLiteral("  %1  ").arg(name))) {
            return line.section(QStringLiteral("  "), -1).trimmed();
        }
    }
    return {};
}

} // namespace

class MemoryCommandTest : public QObject {
    Q_OBJECT

private slots:
    /// Every row is checked without the program by pytorch_measured_test; here every seventh goes through it.
    void measured_rows_are_equal_to_the_byte() {
        const QJsonArray rows = measuredRows();
        QVERIFY(rows.size() > 400);
        const HeadscopeProcess headscope;
        for (qsizetype i = 0; i < rows.size(); i += 7) {
            const QJsonArray row = rows[i].toArray();
            const Outcome outcome = headscope.run(optionsOf(row));
            QCOMPARE(outcome.err, QString());
            QCOMPARE(outcome.status, 0);
            const QJsonObject answer = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
            QCOMPARE(answer["peak_bytes"], row[7]);
            QCOMPARE(answer["forward_peak_bytes"], row[8]); // null in inference on both sides
            QCOMPARE(answer["alive_after_forward_bytes"], row[9]);
            QCOMPARE(answer["alive_at_end_bytes"], row[10]);
            QCOMPARE(answer["measured"].toBool(), true);
        }
    }

    void json_has_what_is_promised() {
        const QJsonObject answer = json({"--batch", "2", "--seq-len", "64", "--d-model", "128", "--heads", "8",
                                         "--mode", "training", "--dropout", "0.1"});
        QCOMPARE(answer["parameters"].toInteger(), 4 * 128 * 128 + 4 * 128);
        QCOMPARE(answer["parameter_bytes"].toInteger(), 4 * (4 * 128 * 128 + 4 * 128));
        QCOMPARE(answer["optimizer_bytes"].toInteger(), 2 * answer["parameter_bytes"].toInteger());
        // 8Bnd^2 + 4Bn^2d - Bnd + Bhn^2(5 + m + r) - 2Bhn with m = 0, r = 1
        QCOMPARE(answer["flops_forward"].toInteger(),
                 8 * 2 * 64 * 128 * 128 + 4 * 2 * 64 * 64 * 128 - 2 * 64 * 128 + 2 * 8 * 64 * 64 * 6 - 2 * 2 * 8 * 64);
        // 16Bnd^2 + 8Bn^2d - Bnd - 4d^2 - 4d + Bhn^2(4 + m + r) - Bhn
        QCOMPARE(answer["flops_backward"].toInteger(), 16 * 2 * 64 * 128 * 128 + 8 * 2 * 64 * 64 * 128 - 2 * 64 * 128 -
                                                           4 * 128 * 128 - 4 * 128 + 2 * 8 * 64 * 64 * 5 - 2 * 8 * 64);
        qint64 atPeak = 0;
        qint64 withHeads = 0;
        for (const QJsonValue& value : answer["terms"].toArray()) {
            const QJsonObject term = value.toObject();
            for (const char* key : {"name", "shape", "formula", "bytes", "scales_with_heads"}) {
                QVERIFY2(term.contains(QLatin1String(key)), key);
            }
            const QString scaling = term["scales_with_heads"].toString();
            QVERIFY(scaling == "none" || scaling == "linear" || scaling == "inverse");
            if (term["at_peak"].toBool()) {
                atPeak += term["bytes"].toInteger();
                withHeads += scaling == "linear" ? term["bytes"].toInteger() : 0;
            }
        }
        QCOMPARE(atPeak, answer["peak_bytes"].toInteger());
        QCOMPARE(withHeads, answer["peak_with_heads_bytes"].toInteger());
        qint64 live = 0;
        for (const QJsonValue& value : answer["events"].toArray()) {
            live += value.toObject()["bytes"].toInteger();
            QCOMPARE(value.toObject()["live"].toInteger(), live);
        }
    }

    void inference_has_no_optimizer() {
        const QJsonObject answer = json({"--seq-len", "12"});
        QCOMPARE(answer["settings"].toObject()["heads"].toInteger(), 8);
        QCOMPARE(answer["settings"].toObject()["d_model"].toInteger(), 512);
        QCOMPARE(answer["parameters"].toInteger(), 1050624);
        QCOMPARE(answer["optimizer_bytes"].toInteger(), 0);
        QCOMPARE(answer["flops_backward"].toInteger(), 0);
        QVERIFY(answer["forward_peak_bytes"].isNull());
    }

    /// 2 B h n^2 e = 2 * 10^6 * 16 * 10^10 * 4 bytes of scores is far beyond 2^53 and 20 digits of a double.
    void large_numbers_are_written_in_full() {
        const Outcome outcome = HeadscopeProcess().run(
            {"memory", "--json", "--batch", "1000001", "--seq-len", "100001", "--d-model", "16", "--heads", "16"});
        QCOMPARE(outcome.status, 0);
        // 5X + 2S with X = B n d e and S = B h n^2 e; n > 2, no mask.
        const qint64 X = 1000001LL * 100001 * 16 * 4;
        const qint64 S = 1000001LL * 16 * 100001 * 100001 * 4;
        QVERIFY(outcome.out.contains(QStringLiteral("\"peak_bytes\": %1,").arg(5 * X + 2 * S)));
    }

    void several_head_counts() {
        const QJsonArray heads = json({"--seq-len", "64", "--heads", "1,2,16"})["heads"].toArray();
        QCOMPARE(heads.size(), 3);
        qint64 before = 0;
        for (const QJsonValue& value : heads) {
            QCOMPARE(value.toObject()["parameters"].toInteger(), 1050624);
            QVERIFY(value.toObject()["peak_bytes"].toInteger() > before);
            before = value.toObject()["peak_bytes"].toInteger();
        }
        const QString text = HeadscopeProcess().run({"memory", "--seq-len", "64", "--heads", "1,2,16"}).out;
        QVERIFY2(text.contains(QString::fromLatin1("%1 B").arg(QLocale(QLocale::English).toString(before))),
                 qPrintable(text));
    }

    void engines_and_types_are_labelled() {
        QCOMPARE(json({"--seq-len", "8"})["engine_label"].toString(),
                 "The article's module in PyTorch (CPU, measured)");
        for (const QStringList& options :
             {QStringList{"--dtype", "float16"}, QStringList{"--dtype", "int8"}, QStringList{"--dtype", "bfloat16"},
              QStringList{"--engine", "materialised", "--mode", "training"},
              QStringList{"--engine", "blocked", "--mode", "training", "--threads", "2"}}) {
            const QJsonObject answer = json(QStringList{"--seq-len", "8"} + options);
            QCOMPARE(answer["measured"].toBool(true), false);
            QVERIFY(answer["engine_label"].toString().contains("computed, not measured"));
        }
    }

    void layers_and_budget() {
        const QJsonObject one = json({"--seq-len", "8"});
        const QJsonObject answer = json({"--seq-len", "8", "--layers", "3", "--budget", "8GiB"});
        QCOMPARE(answer["peak_bytes"], one["peak_bytes"]);
        QCOMPARE(answer["stack"].toObject()["layers"].toInteger(), 3);
        QCOMPARE(answer["stack"].toObject()["parameters"].toInteger(), 3 * 1050624);
        const QJsonObject budget = answer["budget"].toObject();
        QCOMPARE(budget["bytes"].toInteger(), qint64{8} << 30);
        QVERIFY(budget["needed_bytes"].toInteger() <= qint64{8} << 30);
        QVERIFY(budget["needed_bytes_one_more"].toInteger() > qint64{8} << 30);
        const QString longest = QString::number(budget["largest_seq_len"].toInteger());
        QCOMPARE(json({"--seq-len", longest})["needed_bytes"], budget["needed_bytes"]);
        QVERIFY(one["budget"].isNull());
    }

    /// Llama 3.1 70B with 16,000 tokens, as published: 4.88 GiB.
    void kv_cache() {
        const QJsonObject cache = json({"--seq-len", "16000", "--d-model", "8192", "--heads", "64", "--kv-heads", "8",
                                        "--layers", "80", "--dtype", "float16"})["kv_cache"]
                                      .toObject();
        QCOMPARE(cache["kind"].toString(), QStringLiteral("grouped-query"));
        QCOMPARE(cache["bytes_per_token"].toInteger(), 2 * 80 * 8 * 128 * 2);
        QCOMPARE(cache["cache_bytes"].toInteger(), 5242880000);
        const QJsonObject plain = json({"--seq-len", "10"})["kv_cache"].toObject();
        QCOMPARE(plain["kind"].toString(), QStringLiteral("multi-head"));
        QCOMPARE(plain["cache_bytes"].toInteger(), 10 * 2 * 512 * 4);
    }

    void devices() {
        const QJsonObject split = json({"--seq-len", "10", "--devices", "4"})["tensor_parallel"].toObject();
        QCOMPARE(split["heads_per_device"].toInteger(), 2);
        QCOMPARE(split["parameters_per_device"].toInteger(), 4 * 512 * 128 + 3 * 128 + 512);
        QCOMPARE(split["all_reduce_bytes"].toInteger(), 10 * 512 * 4);
        QVERIFY(json({"--seq-len", "10"})["tensor_parallel"].isNull());
    }

    void saved_tensors_add_up_to_what_is_alive() {
        const QJsonObject answer =
            json({"--seq-len", "33", "--mode", "training", "--dropout", "0.1", "--mask-shape", "11nn"});
        qint64 here = 0;
        qint64 theirs = 0;
        for (const QJsonValue& value : answer["saved_tensors"].toArray()) {
            here += value.toObject()["article_bytes"].toInteger();
            theirs += value.toObject()["korthikanti_bytes"].toInteger();
        }
        QCOMPARE(here, answer["alive_after_forward_bytes"].toInteger());
        QCOMPARE(theirs, 11 * 33 * 512 + 5 * 8 * 33 * 33);
    }

    void the_text_says_the_same_in_both_languages() {
        const QStringList options{"--batch", "2", "--seq-len", "64", "--mode", "training", "--dropout", "0.1"};
        const QJsonObject answer = json(options);
        const auto bytes = [&answer](const char* key) {
            return QLocale(QLocale::English).toString(answer[QLatin1String(key)].toInteger()) + QStringLiteral(" B");
        };
        HeadscopeProcess headscope;
        const QString english = headscope.run(QStringList{"memory"} + options).out;
        QCOMPARE(exactFigure(english, "Peak"), bytes("peak_bytes"));
        QCOMPARE(exactFigure(english, "Peak of the forward pass"), bytes("forward_peak_bytes"));
        QCOMPARE(exactFigure(english, "Alive after the forward pass"), bytes("alive_after_forward_bytes"));
        QVERIFY(english.contains("PyTorch (CPU, measured)"));
        headscope.set("LANGUAGE", "zh_CN");
        const QString chinese = headscope.run(QStringList{"memory"} + options).out;
        QCOMPARE(exactFigure(chinese, QStringLiteral("峰值")), bytes("peak_bytes"));
        QCOMPARE(exactFigure(chinese, QStringLiteral("前向传播的峰值")), bytes("forward_peak_bytes"));
        QVERIFY(chinese.contains(QStringLiteral("实测")));
        QCOMPARE(
            QJsonDocument::fromJson(headscope.run(QStringList{"memory", "--json"} + options).out.toUtf8()).object(),
            answer);
    }

    void wrong_input_is_one_sentence_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QStringList& options, const char* said) {
            QTest::newRow(name) << options << QString::fromUtf8(said);
        };
        row("no seq_len", {}, "--seq-len is needed; see headscope memory --help.");
        row("unknown", {"--seq-len", "8", "--text", "a"},
            "“--text” is not a known argument; see headscope memory --help.");
        row("value missing", {"--seq-len"}, "--seq-len needs a value; see headscope memory --help.");
        row("heads", {"--seq-len", "8", "--d-model", "1024", "--heads", "12"},
            "d_model 1024 cannot be split into 12 equal heads; the nearest that can are 8 and 16.");
        row("one of several heads", {"--seq-len", "8", "--heads", "8,7"}, "cannot be split into 7 equal heads");
        row("zero", {"--seq-len", "0"}, "seq_len cannot be 0; it can be 1 or more.");
        row("negative", {"--seq-len", "8", "--batch", "-2"}, "batch cannot be -2; it can be 1 or more.");
        row("layers", {"--seq-len", "8", "--layers", "0"}, "layers cannot be 0; it can be 1 or more.");
        row("text", {"--seq-len", "many"}, "--seq-len cannot be “many”; allowed: a whole number.");
        row("beyond 64 bits", {"--seq-len", "99999999999999999999"}, "--seq-len cannot be “99999999999999999999”");
        row("dropout", {"--seq-len", "8", "--dropout", "1"}, "The dropout probability cannot be 1");
        row("int8", {"--seq-len", "8", "--dtype", "int8", "--mode", "training"}, "Training cannot use int8");
        row("mode", {"--seq-len", "8", "--mode", "train"}, "--mode cannot be “train”; allowed: inference, training.");
        row("mask", {"--seq-len", "8", "--mask-shape", "nn"}, "allowed: none, 11nn, b1nn, b11n, bhnn.");
        row("bare GB", {"--seq-len", "8", "--budget", "8GB"}, "--budget cannot be “8GB”; allowed: bytes, such as 8GiB");
        row("threads", {"--seq-len", "8", "--threads", "2"}, "--threads and --engine pytorch cannot be used together.");
        row("kv heads", {"--seq-len", "8", "--kv-heads", "3"},
            "The number of heads 8 cannot be shared out among 3 key-value heads equally");
        row("devices", {"--seq-len", "8", "--devices", "3"},
            "The number of heads 8 cannot be shared out among 3 devices equally");
        row("no device", {"--seq-len", "8", "--devices", "0"}, "devices cannot be 0; it can be 1 or more.");
        row("absurd seq_len", {"--seq-len", "9223372036854775807"}, "a figure passes 63 bits");
        row("absurd batch", {"--seq-len", "100000", "--batch", "100000000000"}, "a figure passes 63 bits");
        row("absurd d_model", {"--seq-len", "8", "--d-model", "4000000000000000000", "--heads", "1"},
            "a figure passes 63 bits");
        row("absurd layers", {"--seq-len", "8", "--layers", "9223372036854775807"}, "a figure passes 63 bits");
    }
    void wrong_input_is_one_sentence() {
        QFETCH(QStringList, options);
        QFETCH(QString, said);
        for (const QStringList& json : {QStringList{}, QStringList{"--json"}}) {
            const Outcome outcome = HeadscopeProcess().run(QStringList{"memory"} + json + options);
            QCOMPARE(outcome.status, 2);
            QVERIFY2(isOneErrorLine(outcome), qPrintable(outcome.err + outcome.out));
            QVERIFY2(outcome.err.contains(said), qPrintable(outcome.err));
        }
    }

    void help_in_both_languages() {
        HeadscopeProcess headscope;
        QVERIFY(headscope.run({"memory", "--help"}).out.startsWith("headscope memory OPTIONS"));
        headscope.set("LANGUAGE", "zh_CN");
        QVERIFY(headscope.run({"memory", "--help"}).out.contains(QStringLiteral("模型维度")));
    }
};

QTEST_GUILESS_MAIN(MemoryCommandTest)
#include "memory_command_test.moc"
