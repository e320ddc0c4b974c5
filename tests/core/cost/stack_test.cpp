// Several layers; measured stacks of PyTorch's are in pytorch_measured_test.
#include "core/cost/stack.h"

#include <QtTest>

#include "core/cost/pytorch_module.h"
#include "tests/core/cost/memory_support.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

StackCost stack_of(const CostSettings& settings, Index layers) {
    const Result<StackCost> stack = stack_cost(cost_of(settings), layers);
    HEADSCOPE_EXPECTS(stack.has_value());
    return *stack;
}

} // namespace

class StackTest : public QObject {
    Q_OBJECT

private slots:
    void one_layer_is_the_layer() {
        for (const CostMode mode : {CostMode::inference, CostMode::training}) {
            const CostSettings settings = pytorch_settings(2, 12, 64, 8, mode, MaskShape::all, 0.1);
            const MemoryCost layer = cost_of(settings);
            const StackCost stack = stack_of(settings, 1);
            QCOMPARE(stack.peak_bytes, layer.peak_bytes);
            QCOMPARE(stack.alive_after_forward_bytes, layer.alive_after_forward_bytes);
            QCOMPARE(stack.step_peak_bytes, layer.step_peak_bytes);
            QCOMPARE(stack.parameters, layer.parameters);
            QCOMPARE(stack.gradient_bytes, layer.gradient_bytes);
            QCOMPARE(stack.optimizer_bytes, layer.optimizer_bytes);
        }
    }

    void inference_holds_one_layer_and_its_input() {
        const CostSettings settings = pytorch_settings(2, 12, 64, 8);
        const Index row_bytes = 2 * 12 * 64 * 4;
        for (const Index layers : {2, 3, 96}) {
            QCOMPARE(stack_of(settings, layers).peak_bytes, cost_of(settings).peak_bytes + row_bytes);
            QCOMPARE(stack_of(settings, layers).alive_after_forward_bytes, row_bytes);
        }
    }

    void parameters_and_states_are_those_of_all_layers() {
        const CostSettings settings = pytorch_settings(2, 12, 64, 8, CostMode::training);
        const StackCost stack = stack_of(settings, 12);
        const Index parameters = 12 * (4 * 64 * 64 + 4 * 64);
        QCOMPARE(stack.parameters, parameters);
        QCOMPARE(stack.parameter_bytes, parameters * 4);
        QCOMPARE(stack.gradient_bytes, parameters * 4);
        QCOMPARE(stack.optimizer_bytes, parameters * 8);
    }

    // Where the peak lies: with long sequences in the last layer, with few tokens in the first.
    void the_short_cut_equals_a_replay_of_all_layers() {
        for (const auto& [batch, n, d_model, n_heads] : {std::array<Index, 4>{1, 1, 1, 1},
                                                         {2, 3, 1, 1},
                                                         {1, 3, 64, 8},
                                                         {1, 40, 64, 8},
                                                         {3, 7, 12, 3},
                                                         {2, 64, 16, 16}}) {
            for (const Index layers : {1, 2, 3, 4, 5, 9, 24}) {
                for (const double dropout : {0.0, 0.1}) {
                    const CostSettings settings =
                        pytorch_settings(batch, n, d_model, n_heads, CostMode::training, MaskShape::all, dropout);
                    const MemoryCost replay = pytorch_stack(settings, layers)->cost;
                    const StackCost stack = stack_of(settings, layers);
                    QCOMPARE(stack.peak_bytes, replay.peak_bytes);
                    QCOMPARE(stack.alive_after_forward_bytes, replay.alive_after_forward_bytes);
                }
            }
        }
    }

    void too_many_layers_give_an_error() {
        for (const CostMode mode : {CostMode::inference, CostMode::training}) {
            const MemoryCost layer = cost_of(pytorch_settings(2, 12, 64, 8, mode));
            const Result<StackCost> stack = stack_cost(layer, Index{1} << 50);
            QVERIFY(!stack.has_value());
            QCOMPARE(stack.error().code, ErrorCode::cost_too_large);
        }
    }
};

QTEST_GUILESS_MAIN(StackTest)
#include "stack_test.moc"
