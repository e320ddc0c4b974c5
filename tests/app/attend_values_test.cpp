// The numbers that `headscope attend` writes.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "core/io/npy.h"
#include "tests/app/headscope_process.h"
#include "tests/support/near.h"

using namespace headscope;
using headscope::test::HeadscopeProcess;
using headscope::test::Outcome;

namespace {

QString data(const QString& name) {
    return QStringLiteral(TEST_DATA_DIR "/data/attention/") + name;
}

Result<Tensor> npy(const QString& path) {
    return read_npy(path.toStdString());
}

void writeArray(const HeadscopeProcess& headscope, const QString& name, const std::vector<Index>& shape) {
    Tensor array(shape);
    for (Index i = 0; i < array.size(); ++i) {
        array.data()[i] = static_cast<float>(i % 7) * 0.25F - 0.5F;
    }
    headscope.write(name, QByteArray::fromStdString(npy_bytes(array.shape(), array.values())));
}

} // namespace

class AttendValuesTest : public QObject {
    Q_OBJECT

private slots:
    void agrees_with_pytorch_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("options");
        QTest::newRow("self_h4") << "self_h4" << QStringList{"--heads", "4"};
        QTest::newRow("causal") << "causal" << QStringList{"--heads", "4", "--mask", "causal"};
        QTest::newRow("padding") << "padding" << QStringList{"--heads", "8", "--mask", data("padding/mask.npy")};
        QTest::newRow("cross") << "cross" << QStringList{"--heads",           "3",       "--key",
                                                         data("cross/k.npy"), "--value", data("cross/v.npy")};
    }
    void agrees_with_pytorch() {
        QFETCH(QString, name);
        QFETCH(QStringList, options);
        const HeadscopeProcess headscope;
        const Outcome outcome =
            headscope.run(QStringList{"attend", "--input", data(name + "/x.npy"), "--weights",
                                      data(name + "/w.safetensors"), "--out", "out", "--format", "npy"} +
                          options);
        QCOMPARE(outcome.err, QString());
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.out, QStringLiteral("out/attention.npy\nout/output.npy\n"));
        compare(headscope.path("out/attention.npy"), data(name + "/want_attention.npy"), 4e-6);
        compare(headscope.path("out/output.npy"), data(name + "/want_output.npy"), 1e-5);
    }

    void v15_causal_is_aligned_at_the_last_key() {
        const HeadscopeProcess headscope;
        writeArray(headscope, "q.npy", {2, 8});
        writeArray(headscope, "k.npy", {5, 8});
        const Outcome outcome = headscope.run({"attend", "--input", "q.npy", "--key", "k.npy", "--value", "k.npy",
                                               "--heads", "2", "--mask", "causal", "--format", "npy"});
        QCOMPARE(outcome.err, QString());
        const Result<Tensor> attention = npy(headscope.path("attention.npy"));
        QVERIFY(attention);
        QVERIFY((attention->shape() == std::vector<Index>{2, 2, 5}));
        for (Index head = 0; head < 2; ++head) {
            const ConstMatrixView weights = attention->matrix(head);
            for (Index key = 0; key < 4; ++key) {
                QVERIFY(weights(0, key) > 0.0F && weights(1, key) > 0.0F);
            }
            QCOMPARE_EQ(weights(0, 4), 0.0F);
            QVERIFY(weights(1, 4) > 0.0F);
        }
    }

    void t1_t13_repeated_words_and_repeated_runs() {
        const HeadscopeProcess headscope;
        const QStringList arguments{"attend", "--text", "the cat sat on the mat", "--format", "json,npy,csv", "--out"};
        QCOMPARE(headscope.run(arguments + QStringList{"first"}).status, 0);
        QCOMPARE(headscope.run(arguments + QStringList{"second"}).status, 0);
        const QStringList files{"attention.csv", "attention.json", "attention.npy", "output.npy"};
        QCOMPARE(headscope.entries("first"), files);
        for (const QString& file : files) {
            QCOMPARE(headscope.read("first/" + file), headscope.read("second/" + file));
        }
        const QJsonObject json = QJsonDocument::fromJson(headscope.read("first/attention.json")).object();
        QCOMPARE(json["tokens"].toArray(), (QJsonArray{"the", "cat", "sat", "on", "the", "mat"}));
        QCOMPARE(json["text"].toString(), QStringLiteral("the cat sat on the mat"));
        QCOMPARE(json["contains"].toString(), QStringLiteral("weights"));
        QCOMPARE(json["weights_kind"].toString(), QStringLiteral("random"));
        const QJsonArray heads = json["attention"].toArray();
        QCOMPARE(heads.size(), 8);
        QCOMPARE(heads[7].toArray()[5].toArray().size(), 6);
        QCOMPARE(headscope.read("first/attention.csv").count('\n'), 1 + 8 * 6 * 6);
    }

    void t2_t9_characters_keep_white_space() {
        const HeadscopeProcess headscope;
        QCOMPARE(
            headscope.run({"attend", "--text", "我说 你\t好", "--tokenizer", "characters", "--format", "json"}).status,
            0);
        const QJsonObject json = QJsonDocument::fromJson(headscope.read("attention.json")).object();
        QCOMPARE(json["tokens"].toArray(), (QJsonArray{"我", "说", " ", "你", "\t", "好"}));
    }

    void t7_the_command_line_has_no_token_limit() {
        const HeadscopeProcess headscope;
        QByteArray text;
        for (int i = 0; i < 1025; ++i) {
            text += "word ";
        }
        const Outcome outcome =
            headscope.run({"attend", "--texts", "-", "--heads", "1", "--d-model", "8", "--format", "npy"}, text);
        QCOMPARE(outcome.err, QString());
        const Result<Tensor> attention = npy(headscope.path("attention_1.npy"));
        QVERIFY(attention);
        QVERIFY((attention->shape() == std::vector<Index>{1, 1025, 1025}));
    }

    void h4_one_head_and_as_many_as_dimensions() {
        const HeadscopeProcess headscope;
        const Outcome outcome =
            headscope.run({"attend", "--text", "a b c", "--d-model", "16", "--heads", "1,16", "--format", "npy"});
        QCOMPARE(outcome.err, QString());
        QCOMPARE(npy(headscope.path("attention_h1.npy"))->dim(0), 1);
        QCOMPARE(npy(headscope.path("attention_h16.npy"))->dim(0), 16);
        const HeadscopeProcess smallest;
        QCOMPARE(smallest.run({"attend", "--text", "a b", "--d-model", "1", "--heads", "1", "--format", "npy"}).status,
                 0);
    }

    void a_batch_axis_stays() {
        const HeadscopeProcess headscope;
        writeArray(headscope, "x.npy", {3, 4, 8});
        writeArray(headscope, "one.npy", {1, 4, 8});
        QCOMPARE(headscope.run({"attend", "--input", "x.npy", "--heads", "2", "--format", "npy"}).status, 0);
        QVERIFY((npy(headscope.path("attention.npy"))->shape() == std::vector<Index>{3, 2, 4, 4}));
        QVERIFY((npy(headscope.path("output.npy"))->shape() == std::vector<Index>{3, 4, 8}));
        QCOMPARE(headscope.run({"attend", "--input", "one.npy", "--heads", "2", "--format", "npy"}).status, 0);
        QVERIFY((npy(headscope.path("attention.npy"))->shape() == std::vector<Index>{1, 2, 4, 4}));
    }

    void v17_dropout_is_said_and_scaled() {
        const HeadscopeProcess headscope;
        const QStringList arguments{"attend", "--text", "a b c d e f g h", "--format", "json,npy"};
        QCOMPARE(headscope.run(arguments + QStringList{"--dropout", "0.5", "--out", "p"}).status, 0);
        QCOMPARE(headscope.run(arguments + QStringList{"--dropout", "0", "--out", "zero"}).status, 0);
        QCOMPARE(headscope.run(arguments + QStringList{"--out", "without"}).status, 0);
        QCOMPARE(headscope.read("zero/attention.npy"), headscope.read("without/attention.npy"));
        const QJsonObject json = QJsonDocument::fromJson(headscope.read("p/attention.json")).object();
        QCOMPARE(json["contains"].toString(), QStringLiteral("weights after dropout"));
        const Result<Tensor> dropped = npy(headscope.path("p/attention.npy"));
        const Result<Tensor> whole = npy(headscope.path("without/attention.npy"));
        QVERIFY(dropped && whole);
        Index zeros = 0;
        for (Index i = 0; i < whole->size(); ++i) {
            const float value = dropped->data()[i];
            zeros += value == 0.0F ? 1 : 0;
            QVERIFY(value == 0.0F || value == 2.0F * whole->data()[i]); // 1 / (1 - p) is exact
        }
        QVERIFY(zeros > whole->size() / 4 && zeros < whole->size() * 3 / 4);
    }

    void large_seeds_are_told_apart() {
        const HeadscopeProcess headscope;
        const QStringList arguments{"attend", "--text", "a b", "--format", "npy", "--seed"};
        QCOMPARE(headscope.run(arguments + QStringList{"18446744073709551615", "--out", "a"}).status, 0);
        QCOMPARE(headscope.run(arguments + QStringList{"18446744073709551614", "--out", "b"}).status, 0);
        QVERIFY(headscope.read("a/attention.npy") != headscope.read("b/attention.npy"));
    }

private:
    static void compare(const QString& actual, const QString& expected, double tolerance) {
        const Result<Tensor> a = npy(actual);
        const Result<Tensor> e = npy(expected);
        QVERIFY(a && e);
        QVERIFY(a->shape() == e->shape());
        for (Index i = 0; i < e->size(); ++i) {
            COMPARE_NEAR(a->data()[i], e->data()[i], tolerance);
        }
    }
};

QTEST_GUILESS_MAIN(AttendValuesTest)
#include "attend_values_test.moc"
