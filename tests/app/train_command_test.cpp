// What `headscope train` prints and writes, on runs of a few steps.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "core/train/race.h"
#include "core/train/tasks/make_task.h"
#include "tests/app/headscope_process.h"

using namespace headscope;
using headscope::test::catchesInterrupts;
using headscope::test::HeadscopeProcess;
using headscope::test::isOneErrorLine;
using headscope::test::Outcome;

namespace {

const QStringList fewSteps{"train", "--task",  "needles", "--d-model", "16", "--steps",
                           "6",     "--seeds", "2",       "--batch",   "32"};

QJsonObject json(const HeadscopeProcess& headscope, const QStringList& arguments) {
    const Outcome outcome = headscope.run(arguments);
    return outcome.status == 0 && outcome.err.isEmpty() ? QJsonDocument::fromJson(outcome.out.toUtf8()).object()
                                                        : QJsonObject();
}

QList<qint64> numbers(const QJsonValue& array) {
    QList<qint64> list;
    for (const QJsonValue& one : array.toArray()) {
        list.append(one.toInteger());
    }
    return list;
}

/// The race that fewSteps ask for.
RaceResult sameRace(std::vector<Index> heads) {
    PlannedTask planned = make_task("needles").value();
    RaceSettings settings;
    settings.model = planned.race.model;
    settings.model.dims = ModelDims::create(16, 1).value();
    settings.training = planned.race.training;
    settings.training.schedule.steps = 6;
    settings.heads = std::move(heads);
    settings.seeds = 2;
    settings.batch = 32;
    return race(*planned.task, settings).value();
}

QByteArray pairs() {
    QByteArray bytes = "input,target\n";
    for (int i = 0; i < 20; ++i) {
        bytes += "w" + QByteArray::number(i) + "," + QByteArray::number(i) + "w\n";
    }
    return bytes;
}

} // namespace

class TrainCommandTest : public QObject {
    Q_OBJECT

private slots:
    void json_tells_the_race() {
        const QJsonObject answer =
            json(HeadscopeProcess(), fewSteps + QStringList{"--heads", "4,1", "--json", "--threads", "2"});
        QCOMPARE(answer["task"].toString(), QStringLiteral("needles"));
        QCOMPARE(answer["k"].toInteger(), 4);
        QCOMPARE(answer["seed"].toString(), QStringLiteral("42"));
        QVERIFY(answer["csv"].isNull());
        const QJsonObject settings = answer["settings"].toObject();
        QCOMPARE(settings["d_model"].toInteger(), 16);
        QCOMPARE(settings["steps"].toInteger(), 6);
        QCOMPARE(settings["batch"].toInteger(), 32);
        QCOMPARE(settings["positions"].toString(), QStringLiteral("none"));
        QCOMPARE(settings["peak_rate"].toDouble(), 3e-3);
        QCOMPARE(settings["validation_sequences"].toInteger(), 4000);
        // Embeddings (28 + 4 * 16 rows), four matrices, read-outs with biases.
        QCOMPARE(answer["parameters"].toInteger(), 92 * 16 + 4 * 16 * 16 + 40 * 17);
        const RaceResult expected = sameRace({4, 1});
        const QJsonArray lanes = answer["heads"].toArray();
        QCOMPARE(lanes.size(), 2);
        for (int i = 0; i < 2; ++i) {
            const RaceLane& lane = expected.lanes[static_cast<std::size_t>(i)];
            const QJsonObject one = lanes[i].toObject();
            QCOMPARE(one["heads"].toInteger(), lane.heads);
            QCOMPARE(one["d_k"].toInteger(), 16 / lane.heads);
            QCOMPARE(one["accuracy"].toObject()["mean"].toDouble(), lane.accuracy()->mean);
            QCOMPARE(one["loss"].toObject()["most"].toDouble(), lane.loss()->most);
            QCOMPARE(one["above_floor"].toDouble(), lane.loss()->mean);
            const QJsonObject run = one["runs"].toArray()[1].toObject();
            QCOMPARE(run["seed"].toString(), QStringLiteral("43"));
            QCOMPARE(run["correct"].toInteger(), lane.runs[1].result->correct);
            QCOMPARE(run["targets"].toInteger(), 16000);
            QCOMPARE(run["loss"].toDouble(), lane.runs[1].result->loss());
            QVERIFY(run["seconds"].toDouble() > 0);
            const QJsonArray curve = run["curve"].toArray();
            QCOMPARE(curve.size(), 2); // before and after
            QCOMPARE(curve[1].toObject()["step"].toInteger(), 6);
            QCOMPARE(curve[1].toObject()["loss"].toDouble(), lane.runs[1].curve[1].loss);
        }
        const RaceConclusion conclusion = conclude(expected);
        const QJsonObject said = answer["conclusion"].toObject();
        QCOMPARE(said["measure"].toString(), QStringLiteral("accuracy"));
        QCOMPARE(said["best"].toInteger(), conclusion.best);
        QCOMPARE(numbers(said["as_good"]), QList<qint64>(conclusion.as_good.begin(), conclusion.as_good.end()));
        QCOMPARE(numbers(said["worse"]), QList<qint64>(conclusion.worse.begin(), conclusion.worse.end()));
        QVERIFY(answer["files"].toArray().isEmpty());
    }

    void the_text_in_both_languages() {
        HeadscopeProcess headscope;
        const QStringList arguments = fewSteps + QStringList{"--heads", "1,2", "--seed", "7"};
        const QString english = headscope.run(arguments).out;
        QVERIFY2(
            english.startsWith("needles (k = 4) · d_model 16 · layers: 1 · steps: 6 · batch 32 · seeds: 2 from 7\n"),
            qPrintable(english));
        QVERIFY(english.contains("4,000 held-out sequences"));
        QVERIFY(english.contains("3,176 parameters"));
        headscope.set("LANGUAGE", "zh_CN");
        const QString chinese = headscope.run(arguments).out;
        QVERIFY2(chinese.startsWith(QStringLiteral(
                     "needles (k = 4) · d_model 16 · 层数：1 · 步数：6 · batch 32 · 种子：从 7 起 2 个\n")),
                 qPrintable(chinese));
        QVERIFY(chinese.contains(QStringLiteral("正确率")));
    }

    void the_floor_is_told() {
        const HeadscopeProcess headscope;
        const QStringList arguments{"train",   "--task", "skip-markov", "--d-model", "8",       "--heads", "2",
                                    "--steps", "1",      "--seeds",     "1",         "--batch", "1"};
        const QString text = headscope.run(arguments).out;
        QVERIFY2(text.contains("Above the floor") && text.contains("No model can have a loss below 0.997."),
                 qPrintable(text));
        const QJsonObject answer = json(headscope, arguments + QStringList{"--json"});
        const double floor = answer["loss_floor"].toDouble();
        QCOMPARE(floor, *make_task("skip-markov").value().task->loss_floor());
        const QJsonObject lane = answer["heads"].toArray()[0].toObject();
        QCOMPARE(lane["above_floor"].toDouble(), lane["loss"].toObject()["mean"].toDouble() - floor);
        QCOMPARE(answer["conclusion"].toObject()["kind"].toString(), QStringLiteral("unknown"));
        QVERIFY(answer["conclusion"].toObject()["best"].isNull());
    }

    void models_and_curves_are_written() {
        const HeadscopeProcess headscope;
        const Outcome outcome = headscope.run(fewSteps + QStringList{"--heads", "2,4", "--out", "made/here"});
        QCOMPARE(outcome.status, 0);
        const QStringList names{"needles_h2_seed42.safetensors", "needles_h2_seed43.safetensors",
                                "needles_h4_seed42.safetensors", "needles_h4_seed43.safetensors", "needles_log.csv"};
        QCOMPARE(headscope.entries("made/here"), names);
        for (const QString& name : names) {
            QVERIFY(outcome.out.contains("\nmade/here/" + name + '\n'));
        }
        const RaceResult expected = sameRace({2, 4});
        const QList<QByteArray> log = headscope.read("made/here/needles_log.csv").split('\n');
        QCOMPARE(log.size(), 1 + 2 * 2 * 2 + 1);
        QCOMPARE(log[0], QByteArray("heads,seed,step,loss,accuracy"));
        const RacePoint& point = expected.lanes[1].runs[0].curve[1];
        const QList<QByteArray> fields = log[6].split(',');
        QCOMPARE(fields.mid(0, 3), (QList<QByteArray>{"4", "42", "6"}));
        QCOMPARE(fields[3].toDouble(), point.loss);
        QCOMPARE(fields[4].toDouble(), point.accuracy);

        const auto trainer =
            Trainer::load(headscope.path("made/here/needles_h4_seed42.safetensors").toStdString(), {}).value();
        QCOMPARE(trainer->config().dims.n_heads(), Index{4});
        QCOMPARE(trainer->metadata().at("task"), std::string("needles"));
        QCOMPARE(trainer->metadata().at("needles"), std::string("4"));
        const PlannedTask planned = make_task("needles").value();
        const Evaluation again = trainer->evaluate(planned.task->make(Task::Stream::validation, 0, 4000)).value();
        QCOMPARE(again.correct, expected.lanes[1].runs[0].result->correct);
    }

    void a_task_of_one_s_own() {
        const HeadscopeProcess headscope;
        headscope.write("pairs.csv", pairs());
        const QJsonObject answer = json(headscope, {"train", "--task", "csv", "--csv", "pairs.csv", "--heads", "2",
                                                    "--steps", "2", "--seeds", "1", "--batch", "8", "--json"});
        QCOMPARE(answer["csv"].toString(), QStringLiteral("pairs.csv"));
        QVERIFY(answer["k"].isNull() && answer["loss_floor"].isNull());
        QCOMPARE(answer["settings"].toObject()["validation_sequences"].toInteger(), 2);
        const QJsonObject run = answer["heads"].toArray()[0].toObject()["runs"].toArray()[0].toObject();
        QVERIFY(run["targets"].toInteger() >= 6 &&
                run["targets"].toInteger() <= 8); // two pairs "w3,3w" or "w12,12w", each with its end
    }

    void wrong_input_is_one_sentence_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QStringList& options, const char* said) {
            QTest::newRow(name) << options << QString::fromUtf8(said);
        };
        row("no task", {}, "--task is needed; see headscope train --help.");
        row("unknown task", {"--task", "sorting"},
            "--task cannot be “sorting”; allowed: needles, skip-markov, reverse, sort, induction, brackets, csv.");
        row("no csv", {"--task", "csv"}, "--csv is needed; see headscope train --help.");
        row("csv of another", {"--task", "sort", "--csv", "x.csv"}, "--csv and --task sort cannot be used together.");
        row("k of another", {"--task", "sort", "--k", "2"}, "--k and --task sort cannot be used together.");
        row("k", {"--task", "needles", "--k", "5"}, "The number of needles cannot be 5; it can be from 1 to 4.");
        row("no file", {"--task", "csv", "--csv", "x.csv"}, "x.csv does not exist.");
        row("heads", {"--task", "needles", "--heads", "4,12"},
            "d_model 64 cannot be split into 12 equal heads; the nearest that can are 8 and 16.");
        row("d_model", {"--task", "needles", "--d-model", "0"}, "d_model cannot be 0; it can be from 1 to 8192.");
        row("steps", {"--task", "needles", "--steps", "0"},
            "--steps cannot be “0”; allowed: a whole number from 1 to 100000000.");
        row("seeds", {"--task", "needles", "--seeds", "-1"},
            "--seeds cannot be “-1”; allowed: a whole number from 1 to 1000.");
        row("batch", {"--task", "needles", "--batch", "1e3"}, "--batch cannot be “1e3”; allowed: a whole number.");
        row("threads", {"--task", "needles", "--threads", "0"}, "--threads cannot be “0”");
        row("layers", {"--task", "needles", "--layers", "0"}, "layers cannot be 0; it can be 1 or more.");
        row("too large", {"--task", "needles", "--layers", "100000000"}, "of memory and 8 GiB are allowed");
        row("unknown", {"--task", "needles", "--text", "x"},
            "“--text” is not a known argument; see headscope train --help.");
    }
    void wrong_input_is_one_sentence() {
        QFETCH(QStringList, options);
        QFETCH(QString, said);
        const Outcome outcome = HeadscopeProcess().run(QStringList{"train"} + options);
        QCOMPARE(outcome.status, 2);
        QVERIFY2(isOneErrorLine(outcome), qPrintable(outcome.err + outcome.out));
        QVERIFY2(outcome.err.contains(said), qPrintable(outcome.err));
    }

    void what_fails_here_is_status_1() {
        const HeadscopeProcess headscope;
        headscope.write("taken", "");
        const Outcome outcome = headscope.run(fewSteps + QStringList{"--out", "taken/below"});
        QCOMPARE(outcome.status, 1);
        QVERIFY2(isOneErrorLine(outcome), qPrintable(outcome.err));
    }

    void ctrl_c_stops_it_and_leaves_nothing() {
        const HeadscopeProcess headscope;
        QProcess process;
        headscope.prepare(process, {"train", "--task", "needles", "--steps", "100000000", "--out", "made"});
        process.start();
        QVERIFY(process.waitForStarted());
        QTRY_VERIFY(catchesInterrupts(process.processId()));
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
        const Outcome outcome = HeadscopeProcess::outcome(process);
        QCOMPARE(outcome.status, 130);
        QCOMPARE(outcome.out, QString());
        QCOMPARE(outcome.err, QStringLiteral("headscope: Stopped before the end.\n"));
        QCOMPARE(headscope.entries(), QStringList());
    }
};

QTEST_GUILESS_MAIN(TrainCommandTest)
#include "train_command_test.moc"
