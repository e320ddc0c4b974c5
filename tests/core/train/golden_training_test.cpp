// Losses, gradients and three steps of small models against PyTorch in float64, and the rates of its schedules:
// tests/golden/training, made by make_training_goldens.py there.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include "core/io/file.h"
#include "core/train/checkpoint.h"
#include "core/train/trainer.h"
#include "core/train/transformer.h"
#include "tests/support/near.h"

using namespace headscope;

namespace {

const std::string folder = TEST_DATA_DIR "/golden/training/";

std::vector<float> read(const SafetensorsFile& file, const std::string& name) {
    const TensorEntry* const entry = file.find(name);
    std::vector<float> values(entry == nullptr ? 0 : static_cast<std::size_t>((entry->end - entry->begin) / 4));
    if (entry == nullptr || !file.read(name, values)) {
        qFatal("%s", name.c_str());
    }
    return values;
}

std::vector<std::int32_t> integers(const std::vector<float>& values) {
    return {values.begin(), values.end()};
}

Batch read_batch(const SafetensorsFile& file, const std::string& name) {
    const std::vector<Index>& inputs = file.find(name + ".inputs")->shape;
    const std::vector<Index>& targets = file.find(name + ".targets")->shape;
    return {inputs[0],
            inputs[1],
            inputs[2],
            targets[2],
            integers(read(file, name + ".inputs")),
            integers(read(file, name + ".targets"))};
}

Schedule schedule_of(const QJsonObject& training) {
    Schedule schedule;
    schedule.kind = training["schedule"].toString() == u"one_cycle" ? Schedule::Kind::one_cycle
                                                                    : Schedule::Kind::cosine_with_warm_up;
    schedule.steps = training["steps"].toInt();
    schedule.warm_up = training["warm_up"].toInt();
    schedule.peak_rate = training["peak_rate"].toDouble();
    return schedule;
}

TrainSettings settings_of(const SafetensorsFile& file) {
    const QByteArray text = QByteArray::fromStdString(file.header().metadata.at("training"));
    const QJsonObject training = QJsonDocument::fromJson(text).object();
    TrainSettings settings;
    settings.schedule = schedule_of(training);
    settings.weight_decay = training["weight_decay"].toDouble();
    settings.largest_norm = training["largest_norm"].toDouble();
    return settings;
}

/// The largest difference as a part of the largest value.
double relative_difference(std::span<const float> got, std::span<const float> want) {
    double largest = 1e-3; // a gradient that is 0 but for rounding (of a bias of keys) has no scale of its own
    double difference = 0.0;
    for (std::size_t i = 0; i < want.size(); ++i) {
        largest = std::max(largest, std::abs(static_cast<double>(want[i])));
        difference = std::max(difference, std::abs(static_cast<double>(got[i]) - static_cast<double>(want[i])));
    }
    return difference / largest;
}

void add_cases() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"plain", "everything", "all_visible", "dropout"}) {
        QTest::newRow(name) << QString(name);
    }
}

} // namespace

class GoldenTrainingTest : public QObject {
    Q_OBJECT

private slots:
    void loss_and_gradients_data() { add_cases(); }
    void loss_and_gradients() {
        QFETCH(QString, name);
        const SafetensorsFile file = *SafetensorsFile::open(folder + name.toStdString() + ".safetensors");
        const TrainModelConfig config = *read_train_config(file);
        ParameterSet parameters(config, 1);
        QCOMPARE(*read_checkpoint(file, parameters), 0);
        const Batch batch = read_batch(file, "batch0");
        const auto targets = static_cast<double>(batch.targets.size()) -
                             static_cast<double>(std::ranges::count(batch.targets, Batch::none));
        Transformer transformer(config, parameters, 1);
        std::vector<std::uint64_t> seeds;
        for (Index layer = 0; layer < config.layers; ++layer) {
            seeds.push_back(1000 + static_cast<std::uint64_t>(layer));
        }
        double loss = 0.0;
        for (Index first = 0; first < batch.batch; first += panel_lanes) {
            loss += transformer.add_gradient({&batch, first}, static_cast<float>(1.0 / targets), seeds);
        }
        COMPARE_NEAR(loss / targets, read(file, "losses")[0], 1e-6);
        for (const ParameterPlace& place : parameters.places()) {
            const double difference =
                relative_difference(packed_values(parameters.gradients, place), read(file, "gradient." + place.name));
            QVERIFY2(difference < 1e-5, qPrintable(QString::fromStdString(place.name) + QString::number(difference)));
        }
    }

    void three_steps_data() { add_cases(); }
    void three_steps() {
        QFETCH(QString, name);
        const std::string path = folder + name.toStdString() + ".safetensors";
        const SafetensorsFile file = *SafetensorsFile::open(path);
        if (file.find("after.embedding.weight") == nullptr) {
            return; // dropout in a trainer has seeds of its own
        }
        const std::unique_ptr<Trainer> trainer = std::move(*Trainer::load(path, settings_of(file)));
        const std::vector<float> losses = read(file, "losses");
        for (std::size_t step = 0; step < 3; ++step) {
            const Result<double> loss = trainer->step(read_batch(file, "batch" + std::to_string(step)));
            COMPARE_NEAR(*loss, losses[step], 1e-5 * static_cast<double>(losses[step]));
        }
        QTemporaryDir temporary;
        const std::string saved = temporary.filePath("after.safetensors").toStdString();
        QVERIFY(write_file(saved, trainer->checkpoint({}, StoredType::float32, false)).has_value());
        const SafetensorsFile after = *SafetensorsFile::open(saved);
        for (const ParameterPlace& place : parameter_places(trainer->config())) {
            if (place.name.ends_with("W_k.bias")) { // its gradient is 0 but for rounding, whose sign AdamW follows
                continue;
            }
            const double difference = relative_difference(read(after, place.name), read(file, "after." + place.name));
            QVERIFY2(difference < 1e-5, qPrintable(QString::fromStdString(place.name) + QString::number(difference)));
        }
    }

    void rates() {
        QFile file(QString::fromStdString(folder + "rates.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray all = QJsonDocument::fromJson(file.readAll()).array();
        QCOMPARE(all.size(), 4);
        for (const QJsonValueConstRef value : all) {
            const QJsonObject training = value.toObject();
            const QJsonObject wanted = training["rates"].toObject();
            for (const QString& step : wanted.keys()) {
                // Rounding of the last digits: a cosine that nears -1 is added to 1.
                COMPARE_NEAR(rate_at(schedule_of(training), step.toInt()), wanted[step].toDouble(),
                             1e-15 * training["peak_rate"].toDouble());
            }
        }
    }
};

QTEST_GUILESS_MAIN(GoldenTrainingTest)
#include "golden_training_test.moc"
