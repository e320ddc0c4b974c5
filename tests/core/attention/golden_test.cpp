// The engine against the article's module in PyTorch, float64: tests/golden (made by make_goldens.py there) and the
// four cases in the command line's own file formats, tests/data/attention.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "core/attention/attention.h"
#include "core/io/npy.h"
#include "core/io/safetensors.h"
#include "tests/support/attention_cases.h"
#include "tests/support/float64_npy.h"
#include "tests/support/near.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

// What the engine promises for scores up to 15; a weight whose score is small cannot show a large score's rounding.
double weight_bound(float score) {
    return std::abs(score) < 5.0F ? 2e-6 : 4e-6;
}

double output_bound(double largest_output) {
    return 1e-5 * std::max(1.0, largest_output);
}

QJsonObject read_object(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

std::vector<Index> indices(const QJsonValue& list) {
    std::vector<Index> all;
    for (const QJsonValueConstRef value : list.toArray()) {
        all.push_back(value.toInt());
    }
    return all;
}

Mask mask_of(const QJsonObject& c) {
    const QString kind = c["mask"].toString();
    if (kind == u"causal") {
        return Mask::causal();
    }
    if (kind == u"padding") {
        return Mask::key_padding(c["padded"].toInt());
    }
    if (kind == u"random") {
        return random_mask(c["batch"].toInt(), c["n_q"].toInt(), c["n_k"].toInt(),
                           static_cast<std::uint64_t>(c["seed"].toInt()),
                           static_cast<float>(c["hidden_share"].toDouble()), indices(c["fully_masked_rows"]));
    }
    return {};
}

Trace trace_of(const QJsonObject& c) {
    const Index d_model = c["d_model"].toInt();
    const auto seed = static_cast<std::uint64_t>(c["seed"].toInt());
    const AttentionInput input =
        c["self"].toBool() ? self_input(c["batch"].toInt(), c["n_q"].toInt(), d_model, seed)
                           : cross_input(c["batch"].toInt(), c["n_q"].toInt(), c["n_k"].toInt(), d_model, seed);
    AttentionSettings settings;
    settings.mask = mask_of(c);
    settings.temperature = c["temperature"].toDouble();
    Result<Trace> trace = attend(input, parameters_with_gain(d_model, 42, static_cast<float>(c["gain"].toDouble())),
                                 dims_of(d_model, c["n_heads"].toInt()), settings);
    HEADSCOPE_EXPECTS(trace.has_value());
    return std::move(*trace);
}

} // namespace

class GoldenTest : public QObject {
    Q_OBJECT

private slots:
    void agrees_with_pytorch_data() {
        QTest::addColumn<QJsonObject>("golden");
        for (const QJsonValueConstRef c : read_object(TEST_DATA_DIR "/golden/cases.json")["cases"].toArray()) {
            QTest::newRow(qPrintable(c.toObject()["name"].toString())) << c.toObject();
        }
    }
    void agrees_with_pytorch() {
        QFETCH(QJsonObject, golden);
        const Trace trace = trace_of(golden);
        const std::vector<double> want =
            read_float64_npy(QStringLiteral(TEST_DATA_DIR "/golden/%1.npy").arg(golden["name"].toString()));
        const std::vector<Index> queries = indices(golden["queries"]);
        const double bound = output_bound(golden["largest_output"].toDouble());
        std::size_t next = 0;
        const Index batch = golden["batch"].toInt();
        for (Index b = 0; b < batch; ++b) {
            for (const Index h : indices(golden["heads"])) {
                for (const Index i : queries) {
                    const std::span<const float> weights = cells(trace.weights, b, h, i);
                    const std::span<const float> scores = cells(trace.scores, b, h, i);
                    QVERIFY(next + weights.size() <= want.size());
                    for (std::size_t j = 0; j < weights.size(); ++j) {
                        COMPARE_NEAR(weights[j], want[next++], weight_bound(scores[j]));
                    }
                }
            }
        }
        for (Index b = 0; b < batch; ++b) {
            for (const Index i : queries) {
                QVERIFY(next + static_cast<std::size_t>(trace.output.dim(2)) <= want.size());
                for (Index c = 0; c < trace.output.dim(2); ++c) {
                    COMPARE_NEAR(trace.output.matrix(b)(i, c), want[next++], bound);
                }
            }
        }
        QCOMPARE(next, want.size());
    }

    void agrees_with_the_published_cases_data() {
        QTest::addColumn<QString>("folder");
        for (const char* name : {"self_h4", "causal", "padding", "cross"}) {
            QTest::newRow(name) << QStringLiteral(TEST_DATA_DIR "/data/attention/%1/").arg(QLatin1String(name));
        }
    }
    void agrees_with_the_published_cases() {
        QFETCH(QString, folder);
        const auto path = [&folder](const char* name) { return (folder + QLatin1String(name)).toStdString(); };
        const QJsonObject about = read_object(folder + QStringLiteral("case.json"));
        const Result<NpyInput> x = read_npy_input(path("x.npy"));
        AttentionInput input{x->values, x->values, x->values};
        if (QFile::exists(folder + QStringLiteral("k.npy"))) {
            input.key = read_npy_input(path("k.npy"))->values;
            input.value = read_npy_input(path("v.npy"))->values;
        }
        AttentionSettings settings;
        if (about["mask"].toString() == u"causal") {
            settings.mask = Mask::causal();
        } else if (!about["mask"].isNull()) {
            settings.mask = Mask::matrix(*read_npy_mask(path("mask.npy")));
        }
        const auto parameters = read_parameters(path("w.safetensors"));
        const ModelDims dims = dims_of((*parameters)->d_model(), about["h"].toInt());
        const Result<Trace> trace = attend(input, **parameters, dims, settings);
        const Result<Tensor> attention = read_npy(path("want_attention.npy"));
        const Result<Tensor> output = read_npy(path("want_output.npy"));
        QCOMPARE(trace->weights.size(), attention->size());
        QCOMPARE(trace->output.size(), output->size());
        for (std::size_t i = 0; i < attention->values().size(); ++i) {
            COMPARE_NEAR(trace->weights.values()[i], attention->values()[i], weight_bound(trace->scores.values()[i]));
        }
        for (std::size_t i = 0; i < output->values().size(); ++i) {
            COMPARE_NEAR(trace->output.values()[i], output->values()[i], output_bound(1.0));
        }
    }
};

QTEST_GUILESS_MAIN(GoldenTest)
#include "golden_test.moc"
