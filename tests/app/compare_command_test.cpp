// What `headscope compare` prints, against `memory` and `attend` on the same question.
#include <cmath>
#include <csignal>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "core/io/npy.h"
#include "tests/app/headscope_process.h"

using namespace headscope;
using headscope::test::catchesInterrupts;
using headscope::test::HeadscopeProcess;
using headscope::test::isOneErrorLine;
using headscope::test::Outcome;

namespace {

const QString sentence = QStringLiteral("the cat sat on the mat");

QJsonObject json(const HeadscopeProcess& headscope, const QStringList& arguments) {
    const Outcome outcome = headscope.run(arguments);
    return outcome.status == 0 && outcome.err.isEmpty() ? QJsonDocument::fromJson(outcome.out.toUtf8()).object()
                                                        : QJsonObject();
}

/// The formulas of core/attention/head_metrics.h once more, without a mask, on the weights that attend writes.
struct Expected {
    explicit Expected(const QJsonArray& rows) {
        const qsizetype n = rows.size();
        for (qsizetype i = 0; i < n; ++i) {
            double most = 0;
            for (qsizetype j = 0; j < n; ++j) {
                const double w = static_cast<double>(static_cast<float>(rows[i].toArray()[j].toDouble()));
                entropy -= w * std::log(w) / static_cast<double>(n);
                distance += w * static_cast<double>(std::abs(i - j)) / static_cast<double>(n);
                self += i == j ? w / static_cast<double>(n) : 0;
                previous += j == i - 1 ? w / static_cast<double>(n - 1) : 0;
                first += j == 0 ? w / static_cast<double>(n) : 0;
                most = std::max(most, w);
            }
            largest += most / static_cast<double>(n);
        }
        relative = entropy / std::log(static_cast<double>(n));
    }
    double entropy = 0, relative = 0, distance = 0, self = 0, previous = 0, first = 0, largest = 0;
};

bool near(const QJsonValue& value, double expected) {
    return std::abs(value.toDouble() - expected) < 1e-14; // 36 additions in float64
}

} // namespace

class CompareCommandTest : public QObject {
    Q_OBJECT

private slots:
    void costs_are_those_of_memory_and_counted() {
        const HeadscopeProcess headscope;
        const QJsonObject answer = json(headscope, {"compare", "--text", sentence, "--heads", "1,2,8", "--json"});
        QCOMPARE(answer["text"].toString(), sentence);
        QCOMPARE(answer["tokens"].toArray().size(), 6);
        QCOMPARE(answer["parameters"].toInteger(), 1050624);
        const QJsonArray list = answer["heads"].toArray();
        QCOMPARE(list.size(), 3);
        const QList<int> heads{1, 2, 8};
        for (int i = 0; i < 3; ++i) {
            const QJsonObject one = list[i].toObject();
            const QJsonObject memory = json(headscope, {"memory", "--engine", "materialised", "--seq-len", "6",
                                                        "--heads", QString::number(heads[i]), "--json"});
            QCOMPARE(one["heads"].toInteger(), heads[i]);
            QCOMPARE(one["d_k"].toInteger(), 512 / heads[i]);
            QCOMPARE(one["peak_bytes"], memory["peak_bytes"]);
            QCOMPARE(one["counted_peak_bytes"], memory["peak_bytes"]);
            QCOMPARE(one["difference_bytes"].toInteger(-1), 0);
            QCOMPARE(one["parameters"].toInteger(), 1050624);
            QCOMPARE(one["flops_forward"], memory["flops_forward"]);
            QVERIFY(one["seconds"].toDouble() > 0);
            QVERIFY(one["runs"].toInteger() >= 5);
            QCOMPARE(one["metrics"].toArray().size(), heads[i]);
        }
    }

    void metrics_are_those_of_the_weights() {
        const HeadscopeProcess headscope;
        const QStringList options{"--text", sentence, "--heads", "4", "--seed", "7"};
        QCOMPARE(headscope.run(QStringList{"attend", "--out", "out", "--format", "json"} + options).status, 0);
        const QJsonArray weights =
            QJsonDocument::fromJson(headscope.read("out/attention.json")).object()["attention"].toArray();
        const QJsonObject answer = json(headscope, QStringList{"compare", "--json"} + options);
        const QJsonArray metrics = answer["heads"].toArray()[0].toObject()["metrics"].toArray();
        QCOMPARE(metrics.size(), 4);
        for (int head = 0; head < 4; ++head) {
            const Expected expected(weights[head].toArray());
            const QJsonObject one = metrics[head].toObject();
            QCOMPARE(one["head"].toInteger(), head);
            QVERIFY(near(one["entropy"], expected.entropy));
            QVERIFY(near(one["relative_entropy"], expected.relative));
            QVERIFY(near(one["distance"], expected.distance));
            QVERIFY(near(one["self"], expected.self));
            QVERIFY(near(one["previous"], expected.previous));
            QVERIFY(near(one["first"], expected.first));
            QVERIFY(near(one["largest"], expected.largest));
        }
    }

    void head_counts_have_a_default() {
        const QJsonArray list =
            json(HeadscopeProcess(), {"compare", "--text", sentence, "--d-model", "64", "--json"})["heads"].toArray();
        QList<qint64> heads;
        for (const QJsonValue& one : list) {
            heads.append(one.toObject()["heads"].toInteger());
        }
        QCOMPARE(heads, (QList<qint64>{1, 2, 4, 8, 16}));
    }

    void arrays_and_masks() {
        const HeadscopeProcess headscope;
        const std::vector<float> values(2 * 5 * 8, 0.5F);
        headscope.write("x.npy", QByteArray::fromStdString(npy_bytes(std::vector<Index>{2, 5, 8}, values)));
        const QJsonObject answer =
            json(headscope, {"compare", "--input", "x.npy", "--heads", "2", "--mask", "causal", "--json"});
        QCOMPARE(answer["batch"].toInteger(), 2);
        QCOMPARE(answer["seq_len"].toInteger(), 5);
        QCOMPARE(answer["d_model"].toInteger(), 8);
        QVERIFY(answer["text"].isNull());
        const QJsonObject heads = answer["heads"].toArray()[0].toObject();
        QCOMPARE(heads["difference_bytes"].toInteger(-1), 0);
        // All rows are the same, so row i gives 1 / (i + 1) to each key that it sees; that is all the entropy there can
        // be.
        const QJsonObject one = heads["metrics"].toArray()[1].toObject();
        constexpr double float32 = 1e-6;
        QVERIFY(std::abs(one["relative_entropy"].toDouble() - 1.0) < float32);
        QVERIFY(std::abs(one["self"].toDouble() - (1 + 1 / 2. + 1 / 3. + 1 / 4. + 1 / 5.) / 5) < float32);
        QVERIFY(std::abs(one["distance"].toDouble() - (0 + 0.5 + 1 + 1.5 + 2) / 5) < float32);
    }

    void the_text_in_both_languages() {
        HeadscopeProcess headscope;
        const QStringList arguments{"compare", "--text", sentence, "--heads", "1,2"};
        const QString english = headscope.run(arguments).out;
        QVERIFY(english.startsWith("tokens: 6 · d_model 512 · random weights (seed 42)\n"));
        QVERIFY(english.contains("1,050,624"));
        QVERIFY(english.contains("What the heads look at"));
        headscope.set("LANGUAGE", "zh_CN");
        const QString chinese = headscope.run(arguments).out;
        QVERIFY(chinese.startsWith(QStringLiteral("词元数：6 · d_model 512 · 随机参数（种子 42）\n")));
    }

    void wrong_input_is_one_sentence_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QStringList& options, const char* said) {
            QTest::newRow(name) << options << QString::fromUtf8(said);
        };
        row("no input", {}, "One of --text, --input is needed; see headscope compare --help.");
        row("two inputs", {"--text", "a", "--input", "x.npy"}, "--text and --input cannot be used together.");
        row("heads", {"--text", "a", "--d-model", "1024", "--heads", "8,12"},
            "d_model 1024 cannot be split into 12 equal heads; the nearest that can are 8 and 16.");
        row("default heads", {"--text", "a", "--d-model", "12"}, "d_model 12 cannot be split into 8 equal heads");
        row("blank", {"--text", "  "}, "The text is empty or blank");
        row("unknown", {"--text", "a", "--out", "x"}, "“--out” is not a known argument; see headscope compare --help.");
        row("no file", {"--input", "x.npy"}, "x.npy does not exist.");
    }
    void wrong_input_is_one_sentence() {
        QFETCH(QStringList, options);
        QFETCH(QString, said);
        const Outcome outcome = HeadscopeProcess().run(QStringList{"compare"} + options);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(isOneErrorLine(outcome), qPrintable(outcome.err + outcome.out));
        QVERIFY2(outcome.err.contains(said), qPrintable(outcome.err));
    }

    void ctrl_c_stops_it() {
        const HeadscopeProcess headscope;
        const std::vector<float> values(700 * 512, 0.5F);
        headscope.write("x.npy", QByteArray::fromStdString(npy_bytes(std::vector<Index>{700, 512}, values)));
        QProcess process;
        headscope.prepare(process, {"compare", "--input", "x.npy", "--heads", "1,2,4,8,16,32,64,128,256,512"});
        process.start();
        QVERIFY(process.waitForStarted());
        QTRY_VERIFY(catchesInterrupts(process.processId()));
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
        const Outcome outcome = HeadscopeProcess::outcome(process);
        QCOMPARE(outcome.status, 130);
        QCOMPARE(outcome.out, QString());
        QCOMPARE(outcome.err, QStringLiteral("headscope: Stopped before the end.\n"));
    }
};

QTEST_GUILESS_MAIN(CompareCommandTest)
#include "compare_command_test.moc"
