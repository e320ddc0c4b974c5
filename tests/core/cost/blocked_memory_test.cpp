#include <QtTest>

#include "core/attention/attention.h"
#include "core/cost/engines.h"
#include "tests/core/cost/memory_support.h"
#include "tests/support/memory_cases.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

CostSettings settings_of(Index batch, Index n, Index d_model, Index n_heads) {
    return engine_settings(CostEngine::blocked, batch, n, d_model, n_heads);
}

} // namespace

class BlockedMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void predicted_is_counted_to_the_byte() {
        const std::vector<MemoryCase> cases = memory_cases(CostEngine::blocked);
        QVERIFY(cases.size() >= 1000);
        for (const MemoryCase& c : cases) {
            const Result<Trace> trace = attend(c.input(), memory_parameters(c.settings.d_model), c.dims(), c.attention,
                                               {{}, {}, c.threads}, {false, false, 0});
            const Result<MemoryCost> cost = blocked_memory(c.settings, c.n_k);
            QCOMPARE(trace->memory.peak_bytes, cost->forward_peak_bytes);
            QCOMPARE(trace->memory.alive_bytes, cost->alive_after_forward_bytes);
            QCOMPARE(trace->memory.alive_bytes, trace->bytes());
        }
    }

    void memory_is_linear_in_the_length() {
        // 5 tensors of rows and a number a row and head.
        for (const Index n : {1000, 2000, 1'000'000}) {
            const MemoryCost cost = cost_of(settings_of(1, n, 512, 8));
            QCOMPARE(cost.alive_after_forward_bytes, n * (5 * 512 * 4 + 8 * 4));
            QCOMPARE(cost.peak_bytes, n * (5 * 512 * 4 + 8 * 4));
            QCOMPARE(cost.peak_with_heads_bytes, n * 8 * 4);
            QVERIFY(cost.measured);
        }
    }

    void the_buffers_of_a_thread_have_one_size() {
        CostSettings settings = settings_of(1, 1000, 8, 2); // 2 heads, 8 blocks of 4 panels of 32 queries
        const Index one = cost_of(settings).peak_bytes;
        settings.mask = MaskShape::all;
        settings.threads = 1'000;
        const Index rows = 1000 * 8 * 4;
        const Index buffers = 2 * (4 * 4 * 32 * 4) + 128 * 32 * 4; // queries and head outputs, d_k 4; scores
        QCOMPARE(one, std::max(5 * rows, 4 * rows + buffers) + 2 * 1000 * 4);
        QCOMPARE(cost_of(settings).peak_bytes, 4 * rows + 2 * 1000 * 4 + 16 * (buffers + 4 * 1000 * 4));
    }

    void the_backward_pass_has_no_matrix_of_cells() {
        CostSettings settings = settings_of(1, 100'000, 64, 4);
        settings.mode = CostMode::training;
        settings.dropout = 0.1;
        const MemoryCost cost = cost_of(settings);
        const Index rows = 100'000 * 64 * 4;
        const Index a_number_a_row = 100'000 * 4 * 4;
        const Index gradients = 4 * (64 * 64 + 64) * 4;
        QCOMPARE(cost.alive_at_end_bytes, gradients + rows);
        // Q, K, V, the output and the gradients of Q, K, V and concat; log-sum-exp and the sums of products; two tiles.
        QCOMPARE(cost.peak_bytes, 8 * rows + 2 * a_number_a_row + gradients / 4 + 2 * (128 * 32 * 4));
        QVERIFY(!cost.measured);
    }
};

QTEST_GUILESS_MAIN(BlockedMemoryTest)
#include "blocked_memory_test.moc"
