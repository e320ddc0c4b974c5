// Every parameter's gradient against central differences of the same model in float64, and the gradients of what can be
// off or absent.
#include <QtTest>

#include "core/train/transformer.h"
#include "tests/core/train/reference_model.h"
#include "tests/core/train/train_support.h"
#include "tests/support/near.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

double central_difference(ReferenceModel& model, double& parameter, const Batch& batch,
                          const std::vector<std::uint64_t>& seeds) {
    constexpr double step = 1e-5; // its square, the error, is far below float32's
    const double before = parameter;
    parameter = before + step;
    const double above = model.loss(batch, seeds);
    parameter = before - step;
    const double below = model.loss(batch, seeds);
    parameter = before;
    return (above - below) / (2.0 * step);
}

Index count_targets(const Batch& batch) {
    return static_cast<Index>(batch.targets.size()) - std::ranges::count(batch.targets, Batch::none);
}

/// The worst difference as a part of the tensor's largest gradient, and where it is.
std::pair<double, QString> worst_difference(const TrainModelConfig& config, const Batch& batch,
                                            const std::vector<std::uint64_t>& seeds) {
    ParameterSet parameters(config, 5);
    Transformer transformer(config, parameters, 1);
    const auto targets = static_cast<double>(count_targets(batch));
    const double loss = transformer.add_gradient({&batch, 0}, static_cast<float>(1.0 / targets), seeds) / targets;
    ReferenceModel reference(config, parameters);
    const double loss_error = std::abs(loss - reference.loss(batch, seeds));
    std::pair<double, QString> worst{loss_error, QStringLiteral("loss")};
    for (const ParameterPlace& place : parameters.places()) {
        const std::vector<float> gradients = packed_values(parameters.gradients, place);
        double largest = 0.0;
        double difference = 0.0;
        for (std::size_t i = 0; i < gradients.size(); ++i) {
            const double want = central_difference(reference, reference.parameters[place.name][i], batch, seeds);
            largest = std::max(largest, std::abs(want));
            difference = std::max(difference, std::abs(want - static_cast<double>(gradients[i])));
        }
        // A bias of keys moves all scores of a query alike, so its gradient is 0 but for rounding.
        const double part = difference / std::max(largest, 1e-2);
        if (part > worst.first) {
            worst = {part, QString::fromStdString(place.name)};
        }
    }
    return worst;
}

} // namespace

class GradientTest : public QObject {
    Q_OBJECT

private slots:
    void every_gradient_is_near_a_central_difference_data() {
        QTest::addColumn<int>("what");
        const char* names[] = {"plain",
                               "plain, loss at the last token",
                               "everything",
                               "sinusoidal, all visible",
                               "mlp without norm",
                               "norm without mlp",
                               "dropout",
                               "one head, one token"};
        for (int i = 0; i < 8; ++i) {
            QTest::newRow(names[i]) << i;
        }
    }
    void every_gradient_is_near_a_central_difference() {
        QFETCH(int, what);
        TrainModelConfig config = what == 2 ? whole_config() : plain_config();
        std::vector<std::uint64_t> seeds;
        Index seq_len = 7;
        if (what == 3) {
            config.positions = TrainPositions::sinusoidal;
            config.causal = false;
            config.layers = 2;
        } else if (what == 4 || what == 6) {
            config.mlp = true;
        } else if (what == 5) {
            config.layer_norm = true;
        } else if (what == 7) {
            config.dims = *ModelDims::create(5, 1);
            seq_len = 1;
        }
        if (what == 6) {
            config.dropout = 0.3;
            seeds = {77};
        }
        const Batch batch = random_batch(config.shape, 3, seq_len, 8, what == 1);
        const auto [worst, where] = worst_difference(config, batch, seeds);
        // Sums of some hundred float32 terms, each good to 6e-8; measured below 1e-6.
        QVERIFY2(worst < 1e-5, qPrintable(where + " " + QString::number(worst)));
    }

    void a_head_that_is_off_has_no_output_and_no_gradient() {
        const TrainModelConfig config = plain_config();
        const Batch batch = random_batch(config.shape, 3, 7, 8);
        ParameterSet parameters(config, 5);
        Transformer transformer(config, parameters, 1);
        transformer.layer(0).head_is_on[1] = 0;
        const double loss = transformer.add_gradient({&batch, 0}, 1.0F, {});
        // A head whose columns of W_o are 0 is off, too.
        ReferenceModel reference(config, parameters);
        std::vector<double>& W_o = reference.parameters["layer0.W_o.weight"];
        for (std::size_t i = 0; i < W_o.size(); ++i) {
            if (i % 8 >= 4) {
                W_o[i] = 0.0;
            }
        }
        const auto targets = static_cast<double>(count_targets(batch));
        COMPARE_NEAR(loss / targets, reference.loss(batch, {}), 1e-6);
        for (const char* name : {"layer0.W_q.weight", "layer0.W_k.weight", "layer0.W_v.weight"}) {
            const std::vector<float> gradient = packed_values(parameters.gradients, parameters.place(name));
            QVERIFY(std::ranges::any_of(std::span(gradient).first(32), [](float v) { return v != 0.0F; }));
            QVERIFY(std::ranges::all_of(std::span(gradient).last(32), [](float v) { return v == 0.0F; }));
        }
    }

    void gradients_of_groups_add_up() {
        const TrainModelConfig config = whole_config();
        const Batch batch = random_batch(config.shape, 33, 7, 8);
        ParameterSet parameters(config, 5);
        Transformer transformer(config, parameters, 1);
        double loss = transformer.add_gradient({&batch, 0}, 1.0F, {});
        const std::vector<float> first(parameters.gradients.values().begin(), parameters.gradients.values().end());
        loss += transformer.add_gradient({&batch, 32}, 1.0F, {});
        const ReferenceModel reference(config, parameters);
        const auto targets = static_cast<double>(count_targets(batch));
        COMPARE_NEAR(loss / targets, reference.loss(batch, {}), 1e-6);
        QVERIFY(!std::ranges::equal(first, parameters.gradients.values()));
    }

    void a_group_without_targets_costs_nothing_and_changes_nothing() {
        const TrainModelConfig config = plain_config();
        Batch batch = random_batch(config.shape, 2, 7, 8);
        std::ranges::fill(batch.targets, Batch::none);
        ParameterSet parameters(config, 5);
        Transformer transformer(config, parameters, 1);
        QCOMPARE_EQ(transformer.add_gradient({&batch, 0}, 1.0F, {}), 0.0);
        QVERIFY(std::ranges::all_of(parameters.gradients.values(), [](float v) { return v == 0.0F; }));
    }
};

QTEST_GUILESS_MAIN(GradientTest)
#include "gradient_test.moc"
