// The files that `headscope attend` writes: which, where, all or none.
#include <csignal>

#include <sys/resource.h>
#include <unistd.h>

#include <QImage>
#include <QXmlStreamReader>

#include "core/io/npy.h"
#include "tests/app/headscope_process.h"

using namespace headscope;
using headscope::test::HeadscopeProcess;
using headscope::test::isOneErrorLine;
using headscope::test::Outcome;

namespace {

const QStringList sentence{"attend", "--text", "the cat sat on the mat"};

void limitFileSize(QProcess& process, rlim_t bytes) {
    process.setChildProcessModifier([bytes] {
        const rlimit limit{bytes, bytes};
        setrlimit(RLIMIT_FSIZE, &limit);
    });
}

} // namespace

class AttendFilesTest : public QObject {
    Q_OBJECT

private slots:
    void version_and_help_need_nothing() {
        const HeadscopeProcess headscope;
        const Outcome version = headscope.run({"--version"});
        QCOMPARE(version.status, 0);
        QVERIFY2(version.out.startsWith("headscope "), qPrintable(version.out));
        QCOMPARE(headscope.run({"--help"}).status, 0);
        QCOMPARE(headscope.run({"attend", "--help"}).status, 0);
        QCOMPARE(headscope.entries(), QStringList());
    }

    void every_format() {
        const HeadscopeProcess headscope;
        const Outcome outcome = headscope.run(
            sentence + QStringList{"--out", "a/b", "--format", "png,svg,pdf,csv,json,npy,png", "--heads", "4"});
        QCOMPARE(outcome.err, QString());
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.out,
                 QStringLiteral("a/b/attention.csv\na/b/attention.json\na/b/attention.npy\na/b/output.npy\n"
                                "a/b/attention.png\na/b/attention.svg\na/b/attention.pdf\n"));
        QCOMPARE(headscope.entries("a/b"),
                 (QStringList{"attention.csv", "attention.json", "attention.npy", "attention.pdf", "attention.png",
                              "attention.svg", "output.npy"}));
        const QImage png = QImage::fromData(headscope.read("a/b/attention.png"), "PNG");
        QVERIFY(png.width() > 300 && png.height() > 150);
        QXmlStreamReader svg(headscope.read("a/b/attention.svg"));
        QVERIFY(svg.readNextStartElement());
        QCOMPARE(svg.name().toString(), QStringLiteral("svg"));
        QVERIFY(headscope.read("a/b/attention.pdf").startsWith("%PDF-"));
    }

    void pictures_of_many_tokens_are_of_a_map_and_say_so() {
        const HeadscopeProcess headscope;
        headscope.write("long.txt", QByteArray("one two three ").repeated(700) + '\n');
        const QStringList attend{"attend",  "--texts", "long.txt", "--d-model", "16",
                                 "--heads", "1",       "--name",   "{name}"};
        const auto caption = [&] {
            return QString::fromUtf8(headscope.read("attention.svg")).replace(QChar::Nbsp, QLatin1Char(' '));
        };
        QCOMPARE(headscope.run(attend + QStringList{"--format", "svg"}).status, 0);
        QVERIFY(caption().contains(QStringLiteral("2100 words")));
        QVERIFY(caption().contains(QStringLiteral("map of 4 × 4 tiles")));
        // With numbers every weight is there, and the picture shows it.
        QCOMPARE(headscope.run(attend + QStringList{"--format", "svg,npy"}).status, 0);
        QVERIFY(!caption().contains(QStringLiteral("tiles")));
        QVERIFY(headscope.read("attention.npy").size() > 4 * 2100 * 2100);
    }

    void png_of_a_default_run() {
        const HeadscopeProcess headscope;
        const Outcome outcome = headscope.run(sentence);
        QCOMPARE(outcome.out, QStringLiteral("attention.png\n"));
        QCOMPARE(headscope.entries(), QStringList{"attention.png"});
    }

    void figures_do_not_depend_on_the_desktop() {
        HeadscopeProcess headscope;
        QCOMPARE(headscope.run(sentence + QStringList{"--out", "a"}).status, 0);
        headscope.set("QT_QPA_PLATFORM", "xcb");
        headscope.set("DISPLAY", ":77");
        headscope.set("QT_FONT_DPI", "300");
        headscope.set("QT_SCALE_FACTOR", "2");
        headscope.set("QT_QPA_PLATFORMTHEME", "gtk3");
        const Outcome outcome = headscope.run(sentence + QStringList{"--out", "b"});
        QCOMPARE(outcome.err, QString());
        QCOMPARE(headscope.read("b/attention.png"), headscope.read("a/attention.png"));
    }

    void scale_makes_a_png_larger() {
        const HeadscopeProcess headscope;
        QCOMPARE(headscope.run(sentence + QStringList{"--name", "one"}).status, 0);
        QCOMPARE(headscope.run(sentence + QStringList{"--name", "two", "--scale", "2"}).status, 0);
        const QImage one = QImage::fromData(headscope.read("one.png"));
        const QImage two = QImage::fromData(headscope.read("two.png"));
        QCOMPARE(two.width(), 2 * one.width());
        QCOMPARE(two.height(), 2 * one.height());
    }

    void a_figure_for_each_head() {
        const HeadscopeProcess headscope;
        QCOMPARE(
            headscope.run(sentence + QStringList{"--layout", "single", "--heads", "4", "--format", "svg"}).out,
            QStringLiteral("attention_head0.svg\nattention_head1.svg\nattention_head2.svg\nattention_head3.svg\n"));
        QCOMPARE(
            headscope.run(sentence + QStringList{"--layout", "single", "--heads-shown", "5,3", "--out", "two"}).out,
            QStringLiteral("two/attention_head5.png\ntwo/attention_head3.png\n"));
        QCOMPARE(headscope.run(sentence + QStringList{"--heads-shown", "5,3", "--out", "grid"}).out,
                 QStringLiteral("grid/attention.png\n"));
    }

    void a_figure_for_each_member_of_a_batch() {
        const HeadscopeProcess headscope;
        Tensor x = Tensor::zeros({2, 3, 8});
        headscope.write("x.npy", QByteArray::fromStdString(npy_bytes(x.shape(), x.values())));
        QCOMPARE(headscope.run({"attend", "--input", "x.npy", "--heads", "2", "--format", "csv,png"}).out,
                 QStringLiteral("attention.csv\nattention_b0.png\nattention_b1.png\n"));
        QCOMPARE(
            headscope.run({"attend", "--input", "x.npy", "--heads", "2", "--layout", "single", "--heads-shown", "1"})
                .out,
            QStringLiteral("attention_b0_head1.png\nattention_b1_head1.png\n"));
    }

    void names_tell_lines_and_heads_apart() {
        const HeadscopeProcess headscope;
        const QByteArray lines = "one\n\ntwo\n3\n4\n5\n6\n7\n8\nten";
        const Outcome outcome =
            headscope.run({"attend", "--texts", "-", "--heads", "2,4", "--format", "csv", "--d-model", "8"}, lines);
        QCOMPARE(outcome.err, QString());
        QVERIFY(outcome.out.startsWith("attention_01_h2.csv\nattention_01_h4.csv\nattention_03_h2.csv\n"));
        QVERIFY(outcome.out.endsWith("attention_10_h2.csv\nattention_10_h4.csv\n"));
        QCOMPARE(headscope
                     .run(sentence +
                          QStringList{"--name", "图 {name}_{seed}_{heads}_{line}", "--seed", "7", "--format", "json"})
                     .out,
                 QStringLiteral("图 attention_7_8_1.json\n"));
    }

    void a_file_of_the_same_name_is_replaced() {
        const HeadscopeProcess headscope;
        headscope.write("attention.json", "old");
        QCOMPARE(headscope.run(sentence + QStringList{"--format", "json"}).status, 0);
        QVERIFY(headscope.read("attention.json").startsWith('{'));
    }

    void nothing_is_written_where_one_file_cannot_be() {
        const HeadscopeProcess headscope;
        QVERIFY(QDir(headscope.path({})).mkpath("out/output.npy")); // a folder has the second file's name
        headscope.write("out/attention.csv", "old");
        const Outcome outcome = headscope.run(sentence + QStringList{"--out", "out", "--format", "json,npy"});
        QVERIFY2(isOneErrorLine(outcome), qPrintable(outcome.out + outcome.err));
        QCOMPARE(outcome.err, QStringLiteral("headscope: out/output.npy cannot be written: it is a folder.\n"));
        QCOMPARE(outcome.status, 1);
        QCOMPARE(headscope.entries("out"), (QStringList{"attention.csv", "output.npy"}));
        QCOMPARE(headscope.read("out/attention.csv"), QByteArray("old"));
    }

    void unwritable_folders() {
        const HeadscopeProcess headscope;
        headscope.write("file", "x");
        for (const char* out : {"file", "file/below", "/proc/none/below"}) {
            const Outcome outcome = headscope.run(sentence + QStringList{"--out", out});
            QVERIFY2(isOneErrorLine(outcome), qPrintable(outcome.out + outcome.err));
            QVERIFY2(outcome.err.contains(QString::fromLatin1(out)), qPrintable(outcome.err));
            QCOMPARE(outcome.status, 1);
        }
        QCOMPARE(headscope.entries(), QStringList{"file"});
    }

    void a_folder_without_permission() {
        const HeadscopeProcess headscope;
        QVERIFY(QDir(headscope.path({})).mkdir("out"));
        QVERIFY(QFile::setPermissions(headscope.path("out"), QFile::ReadOwner | QFile::ExeOwner));
        if (::geteuid() == 0) {
            QSKIP("root may write anywhere");
        }
        const Outcome outcome = headscope.run(sentence + QStringList{"--out", "out"});
        QCOMPARE(outcome.err, QStringLiteral("headscope: out cannot be written: permission denied.\n"));
        QCOMPARE(outcome.status, 1);
    }

    void a_file_beyond_the_size_limit_leaves_nothing() {
        const HeadscopeProcess headscope;
        headscope.write("attention.json", "old");
        const Outcome outcome = headscope.run(sentence + QStringList{"--format", "npy,csv,json"}, {},
                                              [](QProcess& process) { limitFileSize(process, 4096); });
        QVERIFY2(isOneErrorLine(outcome), qPrintable(outcome.out + outcome.err));
        QVERIFY2(outcome.err.contains("larger than allowed"), qPrintable(outcome.err));
        QCOMPARE(outcome.status, 1);
        QCOMPARE(headscope.entries(), QStringList{"attention.json"});
        QCOMPARE(headscope.read("attention.json"), QByteArray("old"));
    }

    void a_full_disk_leaves_nothing() {
        const HeadscopeProcess headscope;
        QVERIFY(QDir(headscope.path({})).mkdir("disk"));
        QProcess shell;
        headscope.prepare(shell, {"-m", "/bin/sh", "-c",
                                  R"sh(mount -t tmpfs -o size=64k tmpfs disk || exit 77
                                     "$0" attend --text 'the cat sat on the mat' --heads 64 --out disk/out --format csv
                                     echo "status $?, left: $(ls -A disk)")sh",
                                  QStringLiteral(HEADSCOPE_PROGRAM)});
        shell.setProgram("unshare");
        shell.start();
        const Outcome outcome = HeadscopeProcess::outcome(shell);
        if (outcome.status != 0) {
            QSKIP("a small file system cannot be mounted here");
        }
        const QString begin = QStringLiteral("headscope: disk/out/attention.csv cannot be written: it takes ");
        QVERIFY2(outcome.err.startsWith(begin) && outcome.err.endsWith(" free.\n"), qPrintable(outcome.err));
        QCOMPARE(outcome.out, QStringLiteral("status 1, left: \n"));
    }

    void a_closed_standard_output_is_a_failure() {
        const HeadscopeProcess headscope;
        const Outcome outcome =
            headscope.run({"--version"}, {}, [](QProcess& process) { process.setStandardOutputFile("/dev/full"); });
        QVERIFY2(isOneErrorLine(outcome), qPrintable(outcome.err));
        QCOMPARE(outcome.status, 1);
    }

    void ctrl_c_while_waiting_for_input() {
        const HeadscopeProcess headscope;
        QProcess process;
        headscope.prepare(process, {"attend", "--texts", "-", "--out", "out"});
        process.start();
        // More than a pipe holds: once all is taken, the program is reading and has its handler.
        process.write(QByteArray(1 << 20, 'a'));
        while (process.bytesToWrite() > 0) {
            QVERIFY(process.waitForBytesWritten());
        }
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
        const Outcome outcome = HeadscopeProcess::outcome(process);
        QVERIFY2(isOneErrorLine(outcome), qPrintable(outcome.err));
        QCOMPARE(outcome.status, 130);
        QCOMPARE(headscope.entries(), QStringList());
    }

    void ctrl_c_while_computing() {
        const HeadscopeProcess headscope;
        QProcess process;
        headscope.prepare(process, {"attend", "--texts", "-", "--out", "out", "--format", "json"});
        process.start();
        process.write(QByteArray("the cat sat on the mat\n").repeated(2000));
        process.closeWriteChannel();
        QVERIFY(process.waitForReadyRead());
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
        const Outcome outcome = HeadscopeProcess::outcome(process);
        QCOMPARE(outcome.status, 130);
        QCOMPARE(outcome.err, QStringLiteral("headscope: Stopped before the end.\n"));
        const QStringList written = outcome.out.split('\n', Qt::SkipEmptyParts);
        QVERIFY(!written.isEmpty() && written.size() < 2000);
        QCOMPARE(headscope.entries("out").size(), written.size());
        for (const QString& path : written) {
            QVERIFY(headscope.read(path).trimmed().endsWith('}'));
        }
    }
};

QTEST_GUILESS_MAIN(AttendFilesTest)
#include "attend_files_test.moc"
