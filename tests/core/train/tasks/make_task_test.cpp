#include "core/train/tasks/make_task.h"

#include "core/base/random.h"
#include "task_support.h"
#include "tests/core/io/io_support.h"

using namespace headscope;
using namespace headscope::test;

namespace {

constexpr auto training = Task::Stream::training;
constexpr auto validation = Task::Stream::validation;

PlannedTask made(const std::string& name, std::uint64_t seed = 42) {
    const ScratchFolder folder;
    TaskOptions options;
    options.seed = seed;
    if (name == "csv") {
        std::string bytes;
        for (int i = 0; i < 40; ++i) {
            bytes += std::to_string(i) + ',' + std::to_string(i * i) + '\n';
        }
        options.csv_path = folder.file("squares.csv", bytes);
    }
    return make_task(name, options).value();
}

bool same(const Batch& one, const Batch& other) {
    return one.inputs == other.inputs && one.targets == other.targets;
}

/// Of all inputs and targets, as little-endian numbers of 32 bits.
QString hash(const Batch& batch) {
    std::string bytes;
    for (const std::vector<std::int32_t>* numbers : {&batch.inputs, &batch.targets}) {
        for (const std::int32_t number : *numbers) {
            for (int byte = 0; byte < 4; ++byte) {
                bytes += static_cast<char>(static_cast<std::uint32_t>(number) >> (8 * byte) & 0xFF);
            }
        }
    }
    return QString::number(hash_name(bytes), 16);
}

void add_names() {
    QTest::addColumn<std::string>("name");
    for (const std::string_view name : task_names) {
        QTest::newRow(std::string(name).c_str()) << std::string(name);
    }
}

} // namespace

class MakeTaskTest : public QObject {
    Q_OBJECT

private slots:
    void any_batch_can_be_made_again_data() { add_names(); }
    void any_batch_can_be_made_again() {
        QFETCH(std::string, name);
        const PlannedTask one = made(name);
        const PlannedTask other = made(name);
        const Batch seventh = one.task->make(training, 7, 16);
        QVERIFY(keeps(seventh, one.task->shape(), 16));
        QVERIFY(!same(seventh, one.task->make(training, 8, 16)));
        QVERIFY(!same(seventh, one.task->make(validation, 7, 16)));
        QVERIFY(!same(seventh, made(name, 43).task->make(training, 7, 16)));
        QVERIFY(same(seventh, one.task->make(training, 7, 16)));
        QVERIFY(same(seventh, other.task->make(training, 7, 16)));
    }

    void a_small_batch_is_the_beginning_of_a_large_one_data() { add_names(); }
    void a_small_batch_is_the_beginning_of_a_large_one() {
        QFETCH(std::string, name);
        const PlannedTask one = made(name);
        for (const Task::Stream stream : {training, validation}) {
            const Batch small = one.task->make(stream, 3, 5);
            Batch large = one.task->make(stream, 3, 50);
            large.inputs.resize(small.inputs.size());
            large.targets.resize(small.targets.size());
            QVERIFY(same(small, large));
        }
    }

    // Every machine makes these.
    void golden_batches_data() {
        QTest::addColumn<std::string>("name");
        QTest::addColumn<QString>("expected");
        QTest::newRow("needles") << std::string("needles") << "aaa686273ecb0ea4";
        QTest::newRow("skip-markov") << std::string("skip-markov") << "700005a7956b5fd3";
        QTest::newRow("reverse") << std::string("reverse") << "537f8900670419ab";
        QTest::newRow("sort") << std::string("sort") << "ea04d6c6ca201c91";
        QTest::newRow("induction") << std::string("induction") << "e0b5206f0ee0468f";
        QTest::newRow("brackets") << std::string("brackets") << "8f4d6bcb3c5365aa";
        QTest::newRow("csv") << std::string("csv") << "40a756fc39d07bbd";
    }
    void golden_batches() {
        QFETCH(std::string, name);
        QFETCH(QString, expected);
        QCOMPARE(hash(made(name).task->make(training, 12345678901, 128)), expected);
    }

    void plans_data() {
        QTest::addColumn<std::string>("name");
        QTest::addColumn<bool>("plain");
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("validation_sequences");
        QTest::newRow("needles") << std::string("needles") << true << 1 << 1500 << 4000;
        QTest::newRow("skip-markov") << std::string("skip-markov") << true << 1 << 1500 << 5000;
        QTest::newRow("reverse") << std::string("reverse") << false << 1 << 600 << 4000;
        QTest::newRow("sort") << std::string("sort") << false << 1 << 600 << 4000;
        QTest::newRow("induction") << std::string("induction") << false << 2 << 600 << 4000;
        QTest::newRow("brackets") << std::string("brackets") << false << 2 << 700 << 4000;
        QTest::newRow("csv") << std::string("csv") << false << 2 << 1500 << 4;
    }
    void plans() {
        QFETCH(std::string, name);
        QFETCH(bool, plain);
        QFETCH(int, layers);
        QFETCH(int, steps);
        QFETCH(int, validation_sequences);
        const PlannedTask planned = made(name, 7);
        const RaceSettings& plan = planned.race;
        QVERIFY(plan.model.shape == planned.task->shape());
        QCOMPARE(plan.model.dims.d_model(), Index{64});
        QCOMPARE(plan.model.layer_norm, !plain);
        QCOMPARE(plan.model.embedding_std, plain ? 0.5F : 0.1F);
        QCOMPARE(plan.model.mlp, name == "csv");
        QVERIFY(plan.model.positions == (name == "needles" ? TrainPositions::none : TrainPositions::learned));
        QVERIFY(plan.model.causal && !plan.model.biases);
        QCOMPARE(plan.model.layers, Index{layers});
        QCOMPARE(plan.training.schedule.steps, Index{steps});
        QCOMPARE(plan.training.seed, std::uint64_t{7});
        QCOMPARE(plan.batch, Index{128});
        QCOMPARE(plan.validation_sequences, Index{validation_sequences});
    }

    void needles_have_a_number() {
        for (Index k = 1; k <= 4; ++k) {
            TaskOptions options;
            options.needles = k;
            const PlannedTask planned = make_task("needles", options).value();
            QCOMPARE(planned.task->shape().read_outs, k);
            QCOMPARE(planned.race.training.schedule.steps, k <= 2 ? Index{1000} : Index{1500});
        }
    }

    void errors() {
        COMPARE_ERROR(make_task("Needles"), ErrorCode::task_unknown, "Needles",
                      "needles, skip-markov, reverse, sort, induction, brackets, csv");
        TaskOptions options;
        for (const Index k : {Index{0}, Index{5}, Index{-1}}) {
            options.needles = k;
            COMPARE_ERROR(make_task("needles", options), ErrorCode::needles_out_of_range, k, 1, 4);
        }
        options.csv_path = "/nowhere/x.csv";
        COMPARE_ERROR(make_task("csv", options), ErrorCode::file_not_found, "/nowhere/x.csv");
    }
};

QTEST_GUILESS_MAIN(MakeTaskTest)
#include "make_task_test.moc"
