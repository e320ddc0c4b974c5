#include "core/cost/tensor_parallel.h"

#include <limits>

#include <QtTest>

using namespace headscope;

namespace {

CostSettings settings(CostMode mode = CostMode::inference, double dropout = 0.0) {
    CostSettings s;
    s.mode = mode;
    s.dropout = dropout;
    s.batch = 2;
    s.seq_len = 5;
    s.d_model = 24;
    s.n_heads = 12;
    return s;
}

constexpr Index X = 2 * 5 * 24 * 4;
constexpr Index S = 2 * 12 * 5 * 5 * 4;

std::string code(const CostSettings& s, Index devices) {
    const Result<TensorParallelCost> cost = tensor_parallel_cost(s, devices);
    return cost ? std::string("none") : std::to_string(static_cast<int>(cost.error().code));
}

} // namespace

class TensorParallelTest : public QObject {
    Q_OBJECT

private slots:
    void one_device_is_the_layer_itself() {
        const TensorParallelCost cost = tensor_parallel_cost(settings(), 1).value();
        QCOMPARE(cost.heads_per_device, 12);
        QCOMPARE(cost.parameters_per_device, 4 * 24 * 24 + 4 * 24);
        QCOMPARE(cost.split_bytes, 4 * X + 2 * S);
        QCOMPARE(cost.split_bytes_per_device, cost.split_bytes);
        QCOMPARE(cost.replicated_bytes, 2 * X);
        QCOMPARE(cost.all_reduces, 0);
        QCOMPARE(cost.all_reduce_bytes, 0);
        QCOMPARE(cost.sent_per_device, 0);
    }

    void heads_are_shared_out() {
        const TensorParallelCost cost = tensor_parallel_cost(settings(), 4).value();
        QCOMPARE(cost.heads_per_device, 3);
        // W_q, W_k, W_v: 6 of 24 rows and biases; W_o: 6 of 24 columns, and its bias whole.
        QCOMPARE(cost.parameters_per_device, 3 * (6 * 24 + 6) + 24 * 6 + 24);
        QCOMPARE(cost.split_bytes_per_device * 4, 4 * X + 2 * S);
        QCOMPARE(cost.replicated_bytes, 2 * X);
        QCOMPARE(cost.all_reduces, 1);
        QCOMPARE(cost.all_reduce_bytes, X);
        QCOMPARE(cost.sent_per_device, X * 2 * 3 / 4);
    }

    /// All but the bias of W_o, which every device has.
    void the_devices_together_have_the_parameters() {
        for (const Index devices : {1, 2, 3, 4, 6, 12}) {
            const TensorParallelCost cost = tensor_parallel_cost(settings(), devices).value();
            QCOMPARE(cost.parameters_per_device * devices, 4 * 24 * 24 + 3 * 24 + devices * 24);
            QCOMPARE(cost.split_bytes_per_device * devices, cost.split_bytes);
            QCOMPARE(cost.sent_per_device * devices, 2 * (devices - 1) * X);
        }
    }

    void training_and_dropout() {
        const TensorParallelCost cost = tensor_parallel_cost(settings(CostMode::training, 0.1), 2).value();
        QCOMPARE(cost.split_bytes, 4 * X + 3 * S);
        QCOMPARE(cost.all_reduces, 2);
        QCOMPARE(cost.sent_per_device, 2 * X);
        QCOMPARE(tensor_parallel_cost(settings(CostMode::training), 2)->split_bytes, 4 * X + 2 * S);
    }

    void wrong_settings() {
        const auto expected = [](ErrorCode error) { return std::to_string(static_cast<int>(error)); };
        QCOMPARE(code(settings(), 5), expected(ErrorCode::devices_do_not_divide));
        QCOMPARE(code(settings(), 24), expected(ErrorCode::devices_do_not_divide));
        QCOMPARE(code(settings(), 0), expected(ErrorCode::cost_size_not_positive));
        CostSettings large = settings();
        large.seq_len = std::numeric_limits<Index>::max() / 1000;
        QCOMPARE(code(large, 2), expected(ErrorCode::cost_too_large));
    }
};

QTEST_GUILESS_MAIN(TensorParallelTest)
#include "tensor_parallel_test.moc"
