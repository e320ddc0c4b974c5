// Wrong input: one sentence that names the thing and the numbers, exit status 2, nothing written.
#include <limits>

#include "core/io/npy.h"
#include "core/io/safetensors.h"
#include "tests/app/headscope_process.h"

using namespace headscope;
using headscope::test::HeadscopeProcess;
using headscope::test::isOneErrorLine;
using headscope::test::Outcome;

namespace {

QByteArray array(const std::vector<Index>& shape, float value = 0.5F) {
    Tensor values(shape);
    std::ranges::fill(values.values(), value);
    return QByteArray::fromStdString(npy_bytes(values.shape(), values.values()));
}

/// Like NumPy 1.0, with any header.
QByteArray npyWith(const QByteArray& description, const QByteArray& data) {
    QByteArray header = description;
    constexpr int preamble = 10;
    header += QByteArray(63 - (preamble + header.size()) % 64, ' ') + '\n';
    const auto size = static_cast<quint16>(header.size());
    return QByteArray("\x93NUMPY\x01\x00", 8) + static_cast<char>(size & 0xFF) + static_cast<char>(size >> 8) + header +
           data;
}

QByteArray weights(Index dModel) {
    return QByteArray::fromStdString(safetensors_bytes(*random_parameters(dModel, 1)));
}

QByteArray withHeaderLength(QByteArray file, char lowest) {
    file[0] = lowest;
    file[7] = lowest;
    return file;
}

/// Splits at spaces outside quotes; <empty> is an argument without a character, which splitCommand() would drop.
QStringList split(const QString& arguments) {
    QStringList list = QProcess::splitCommand(arguments);
    list.replaceInStrings("<empty>", "");
    return list;
}

} // namespace

class AttendErrorsTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        headscope_ = std::make_unique<HeadscopeProcess>();
        const auto write = [this](const char* name, const QByteArray& bytes) { headscope_->write(name, bytes); };
        write("x.npy", array({7, 16}));
        write("b.npy", array({2, 7, 16}));
        write("k.npy", array({5, 16}));
        write("k24.npy", array({5, 24}));
        write("rank1.npy", array({16}));
        write("rank4.npy", array({1, 1, 7, 16}));
        write("empty.npy", array({0, 16}));
        write("nan.npy", array({7, 16}, std::numeric_limits<float>::quiet_NaN()));
        write("inf.npy", array({7, 16}, -std::numeric_limits<float>::infinity()));
        write("short.npy", array({7, 16}).chopped(5));
        write("text.npy", "not an array");
        write("int.npy", npyWith("{'descr': '<i4', 'fortran_order': False, 'shape': (2, 2), }", QByteArray(16, 0)));
        write("object.npy", npyWith("{'descr': '|O', 'fortran_order': False, 'shape': (2, 2), }", QByteArray(32, 0)));
        write("huge.npy", npyWith("{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296), }", {}));
        write("mask.npy", array({3, 3}));
        write("w.safetensors", weights(64));
        write("cut.safetensors", weights(16).chopped(100));
        write("length.safetensors", withHeaderLength(weights(16), '\x7F'));
        write("tiny.safetensors", "abc");
        write("missing.safetensors", weights(16).replace("W_o.bias", "W_x.bias"));
        write("bad.txt", "good line\n\xFF\xFE bad\n");
        write("blank.txt", " \n\n");
        before_ = headscope_->entries();
    }

    void wrong_input_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QStringList>("said");
        const auto row = [](const char* name, const char* arguments, const QStringList& said) {
            QTest::newRow(name) << split(QString::fromUtf8(arguments)) << said;
        };
        row("nothing to do", "", {"--text, --texts, --input"});
        row("two sources", "--text a --input x.npy", {"--text", "--input"});
        row("unknown", "--text a --bogus", {"--bogus"});
        row("no value", "--text", {"--text"});
        row("twice", "--text a --heads 4 --heads 8", {"--heads"});

        row("T8 empty", "--text <empty>", {"empty"});
        row("T8 blank", R"(--text "  ")", {"empty"});
        row("T8 blank characters", R"(--text "  " --tokenizer characters)", {"empty"});
        row("T8 blank file", "--texts blank.txt", {"empty"});
        row("no such texts", "--texts none.txt", {"none.txt"});

        row("H1 512 with 24", "--text a --heads 24", {"512", "24", "16 and 32"});
        row("H1 1024 with 12", "--text a --d-model 1024 --heads 12", {"1024", "12", "8 and 16"});
        row("H1 1600 with 48", "--text a --d-model 1600 --heads 48", {"1600", "48", "40 and 50"});
        row("second of two", "--text a --heads 8,24", {"512", "24"});
        row("heads 0", "--text a --heads 0", {"0", "512"});
        row("heads -4", "--text a --heads -4", {"-4", "512"});
        row("more heads than dimensions", "--text a --d-model 8 --heads 16", {"16", "8"});
        row("heads twice", "--text a --heads 4,4", {"--heads", "4,4"});
        row("d_model 0", "--text a --d-model 0", {"0", "8192"});
        row("d_model 8193", "--text a --d-model 8193 --heads 1", {"8193", "8192"});

        for (const char* number :
             {"1e3", "0x10", "+8", "8.0", "eight", "99999999999999999999", "\" 8\"", "\"8 \"", "<empty>"}) {
            for (const char* option : {"--heads", "--d-model", "--seed", "--dropout-seed", "--heads-shown"}) {
                QTest::addRow("%s %s", option, number)
                    << split(QStringLiteral("--text a %1 %2").arg(option, number))
                    << QStringList{option, split(QString::fromUtf8(number)).join(u' ')};
            }
        }
        row("seed -1", "--text a --seed -1", {"--seed", "-1", "18446744073709551615"});
        for (const char* number : {"nan", "inf", "-inf", "warm", "1,5", "<empty>"}) {
            for (const char* option : {"--temperature", "--dropout", "--scale"}) {
                QTest::addRow("%s %s", option, number)
                    << split(QStringLiteral("--text a %1 %2").arg(option, number))
                    << QStringList{option, split(QString::fromUtf8(number)).join(u' ')};
            }
        }
        row("temperature 0", "--text a --temperature 0", {"0", "0.001", "1000"});
        row("temperature -1", "--text a --temperature -1", {"-1", "0.001", "1000"});
        row("V17 p = 1", "--text a --dropout 1", {"dropout", "1"});
        row("p = -0.1", "--text a --dropout -0.1", {"dropout", "-0.1"});
        row("scale 9", "--text a --scale 9", {"--scale", "9", "8"});
        row("tokenizer", "--text a --tokenizer bpe", {"--tokenizer", "bpe", "words, characters"});
        row("positions", "--text a --positions learned", {"--positions", "learned", "sinusoidal, none"});
        row("mask fill", "--text a --mask-fill one", {"--mask-fill", "one", "article, zero"});
        row("layout", "--text a --layout row", {"--layout", "row", "grid, single"});
        row("format", "--text a --format png,gif", {"--format", "gif", "png, svg, pdf, csv, json, npy"});
        row("no format", "--text a --format <empty>", {"--format"});
        row("colour map", "--text a --colour-map jet", {"--colour-map", "jet", "viridis, cividis, magma, grey"});
        row("head 8 of 8", "--text a --heads-shown 8", {"8"});
        row("head 4 of 4", "--text a --heads 8,4 --heads-shown 0,4", {"4"});
        row("name with a folder", "--text a --name ../a", {"--name", "../a"});
        row("unknown place holder", "--text a --name {head}", {"--name", "{head}"});
        row("no folder name", "--text a --out <empty>", {"--out"});

        row("names: npy", "--text a --format npy --name fig", {"fig", "fig.npy"});
        row("names: heads", "--text a --heads 4,8 --name {name}", {"{name}", "attention.png"});
        row("names: lines", "--texts bad.txt --name {name}", {"{name}", "attention.png"});

        row("no such input", "--input none.npy", {"none.npy"});
        row("a folder", "--input .", {"."});
        row("rank 1", "--input rank1.npy --heads 4", {"rank1.npy", "(16,)"});
        row("rank 4", "--input rank4.npy --heads 4", {"rank4.npy", "(1, 1, 7, 16)"});
        row("no rows", "--input empty.npy --heads 4", {"empty.npy", "(0, 16)"});
        row("nan", "--input nan.npy --heads 4", {"nan.npy", "nan", "(0, 0)"});
        row("inf", "--input inf.npy --heads 4", {"inf.npy", "-inf", "(0, 0)"});
        row("truncated", "--input short.npy --heads 4", {"short.npy", "448", "443"});
        row("no npy", "--input text.npy", {"text.npy"});
        row("integers", "--input int.npy --heads 1", {"int.npy", "i4"});
        row("objects", "--input object.npy --heads 1", {"object.npy", "O"});
        row("overflowing shape", "--input huge.npy --heads 1", {"huge.npy"});
        row("key alone", "--input x.npy --key k.npy", {"--key", "--value"});
        row("value alone", "--input x.npy --value k.npy", {"--value", "--key"});
        row("key of a text", "--text a --key k.npy --value k.npy", {"--key", "--input"});
        row("key d_model", "--input x.npy --heads 4 --key k24.npy --value k24.npy", {"k24.npy", "(5, 24)", "16"});
        row("value length", "--input x.npy --heads 4 --key k.npy --value x.npy", {"x.npy", "(7, 16)", "(5, 16)"});
        row("key batch", "--input b.npy --heads 4 --key k.npy --value k.npy", {"k.npy", "(5, 16)", "(2, n_k, 16)"});
        row("positions of an array", "--input x.npy --heads 4 --positions sinusoidal", {"--positions", "--input"});
        row("tokenizer of an array", "--input x.npy --heads 4 --tokenizer words", {"--tokenizer", "--input"});

        row("E9 input", "--input x.npy --d-model 512 --heads 4", {"512", "16", "x.npy"});
        row("E9 weights", "--text a --d-model 512 --weights w.safetensors", {"512", "64", "w.safetensors"});
        row("E9 both", "--input x.npy --heads 4 --weights w.safetensors", {"16", "64", "w.safetensors"});
        row("E9 mask", "--input x.npy --heads 4 --mask mask.npy", {"mask.npy", "(3, 3)", "(7, 7)"});
        row("E9 mask of a text", "--text \"a b\" --mask mask.npy", {"mask.npy", "(3, 3)", "(2, 2)"});
        row("no such mask", "--text a --mask none.npy", {"none.npy"});

        row("no such weights", "--text a --weights none.st", {"none.st"});
        row("cut weights", "--text a --heads 4 --weights cut.safetensors", {"cut.safetensors"});
        row("header length", "--text a --heads 4 --weights length.safetensors", {"length.safetensors"});
        row("3 bytes", "--text a --heads 4 --weights tiny.safetensors", {"tiny.safetensors", "3"});
        row("no W_o.bias", "--text a --heads 4 --weights missing.safetensors", {"missing.safetensors", "W_o.bias"});
    }
    void wrong_input() {
        QFETCH(QStringList, arguments);
        QFETCH(QStringList, said);
        const QStringList out = arguments.contains("--out") ? QStringList{} : QStringList{"--out", "out/deep"};
        const Outcome outcome = headscope_->run(QStringList{"attend"} + out + arguments);
        QVERIFY2(isOneErrorLine(outcome), qPrintable(outcome.out + outcome.err));
        for (const QString& part : said) {
            QVERIFY2(outcome.err.contains(part), qPrintable(outcome.err + " lacks " + part));
        }
        QCOMPARE(outcome.status, 2);
        QCOMPARE(headscope_->entries(), before_);
    }

    void h1_is_said_in_chinese_too() {
        headscope_->set("LANGUAGE", "zh_CN");
        const Outcome outcome = headscope_->run({"attend", "--text", "a", "--d-model", "1024", "--heads", "12"});
        QCOMPARE(outcome.err,
                 QStringLiteral("headscope: d_model 1024 不能平均分成 12 个注意力头；最接近的可用值是 8 和 16。\n"));
        QCOMPARE(outcome.status, 2);
        const Outcome unknown = headscope_->run({"attend", "--bogus"});
        QCOMPARE(unknown.err, QStringLiteral("headscope: “--bogus”不是已知的参数；请参阅 headscope attend --help。\n"));
        QVERIFY(headscope_->run({"--help"}).out.contains("用法"));
        QVERIFY(headscope_->run({"attend", "--help"}).out.contains("注意力头数"));
    }

    void invalid_utf8_in_an_argument() {
        QProcess shell;
        headscope_->prepare(shell, {"-c", R"sh(exec "$0" attend --text "$(printf 'caf\351')" --out out)sh",
                                    QStringLiteral(HEADSCOPE_PROGRAM)});
        shell.setProgram("/bin/sh");
        shell.start();
        const Outcome outcome = HeadscopeProcess::outcome(shell);
        QVERIFY2(isOneErrorLine(outcome), qPrintable(outcome.err));
        QCOMPARE(outcome.err,
                 QStringLiteral("headscope: --text is not valid UTF-8; the first bad byte is at offset 3.\n"));
        QCOMPARE(outcome.status, 2);
        QCOMPARE(headscope_->entries(), before_);
    }

    void a_line_with_something_wrong_does_not_stop_the_others() {
        headscope_->write("three.txt", "one\r\n\r\n\xFFtwo\r\nthree\r\n");
        const Outcome outcome = headscope_->run({"attend", "--texts", "three.txt", "--out", "out", "--format", "json"});
        QCOMPARE(outcome.err,
                 QStringLiteral("headscope: Line 3: three.txt is not valid UTF-8; the first bad byte is at "
                                "offset 7.\n"));
        QCOMPARE(outcome.status, 2);
        QCOMPARE(outcome.out, QStringLiteral("out/attention_1.json\nout/attention_4.json\n"));
        QCOMPARE(headscope_->entries("out"), (QStringList{"attention_1.json", "attention_4.json"}));
    }

    void an_argument_with_line_breaks_gives_one_line() {
        const Outcome outcome = headscope_->run({"attend", "--text", "a", "--heads", "4\n8"});
        QVERIFY2(isOneErrorLine(outcome), qPrintable(outcome.err));
        QCOMPARE(outcome.status, 2);
    }

    void memory_is_refused_before_it_is_taken() {
        headscope_->write("long.txt", QByteArray("word ").repeated(200'000) + "\nshort");
        const Outcome outcome = headscope_->run({"attend", "--texts", "long.txt", "--out", "out", "--format", "npy"});
        QVERIFY2(outcome.err.startsWith("headscope: Line 1: ") && outcome.err.count('\n') == 1,
                 qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains("TiB"), qPrintable(outcome.err)); // 8 heads x 200,000^2 x 4 bytes
        QCOMPARE(outcome.status, 2);
        QCOMPARE(headscope_->entries("out"), (QStringList{"attention_2.npy", "output_2.npy"}));
    }

    void an_instruction_set_that_is_not_there_is_named() {
        headscope_->set(QStringLiteral("HEADSCOPE_INSTRUCTION_SET"), QStringLiteral("AVX9"));
        for (const QStringList& arguments : {QStringList{}, QStringList{QStringLiteral("--version")}}) {
            const Outcome outcome = headscope_->run(arguments);
            QCOMPARE(outcome.status, 2);
            QVERIFY2(outcome.err.startsWith(
                         QStringLiteral("headscope: HEADSCOPE_INSTRUCTION_SET is \"AVX9\"; this processor has ")) &&
                         outcome.err.endsWith(QStringLiteral("portable.\n")),
                     qPrintable(outcome.err));
        }
        headscope_->set(QStringLiteral("HEADSCOPE_INSTRUCTION_SET"), QStringLiteral("portable"));
        QVERIFY(headscope_->run({QStringLiteral("--version")}).out.contains(QStringLiteral("(portable, Qt ")));
    }

private:
    std::unique_ptr<HeadscopeProcess> headscope_;
    QStringList before_;
};

QTEST_GUILESS_MAIN(AttendErrorsTest)
#include "attend_errors_test.moc"
