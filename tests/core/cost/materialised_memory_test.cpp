#include <algorithm>
#include <limits>

#include <QtTest>

#include "core/attention/attention.h"
#include "core/cost/engines.h"
#include "tests/core/cost/memory_support.h"
#include "tests/support/memory_cases.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

CostSettings settings_of(Index batch, Index n, Index d_model, Index n_heads) {
    return engine_settings(CostEngine::materialised, batch, n, d_model, n_heads);
}

const MemoryTerm& term_of(const MemoryCost& cost, std::string_view name) {
    const auto found = std::ranges::find(cost.terms, name, &MemoryTerm::name);
    HEADSCOPE_EXPECTS(found != cost.terms.end());
    return *found;
}

} // namespace

class MaterialisedMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void predicted_is_counted_to_the_byte() {
        const std::vector<MemoryCase> cases = memory_cases(CostEngine::materialised);
        QVERIFY(cases.size() >= 1000);
        for (const MemoryCase& c : cases) {
            const Result<Trace> trace =
                attend(c.input(), memory_parameters(c.settings.d_model), c.dims(), c.attention, {{}, {}, c.threads});
            const Result<MemoryCost> cost = materialised_memory(c.settings, c.n_k);
            QCOMPARE(trace->memory.peak_bytes, cost->forward_peak_bytes);
            QCOMPARE(trace->memory.alive_bytes, cost->alive_after_forward_bytes);
            QCOMPARE(trace->memory.alive_bytes, trace->bytes());
        }
    }

    void what_is_wanted_is_predicted_and_counted() {
        const std::vector<MemoryCase> cases = memory_cases(CostEngine::materialised);
        for (std::size_t i = 0; i < cases.size(); i += 5) { // 5 has no factor in common with any list of the cases
            const MemoryCase& c = cases[i];
            for (const Wanted& wanted : {Wanted{false, true, 0}, Wanted{true, false, 4}, Wanted{false, false, 32}}) {
                const Result<Trace> trace = attend(c.input(), memory_parameters(c.settings.d_model), c.dims(),
                                                   c.attention, {{}, {}, c.threads}, wanted);
                const Result<MemoryCost> cost = materialised_memory(c.settings, c.n_k, wanted);
                QCOMPARE(trace->memory.peak_bytes, cost->forward_peak_bytes);
                QCOMPARE(trace->memory.alive_bytes, cost->alive_after_forward_bytes);
                QCOMPARE(trace->memory.alive_bytes, trace->bytes());
            }
        }
    }

    // 5 tensors of rows and 2 of cells live at the end; before it 4 and 2, and what the heads need beside them.
    void the_peak_is_at_the_output_or_among_the_heads() {
        const MemoryCost small = cost_of(settings_of(1, 6, 512, 8)); // there
        const Index buffers = 2 * (64 * 32 * 4) + 6 * 32 * 4;        // queries and head outputs, d_k 64; scores
        QVERIFY(buffers > 6 * 512 * 4);
        QCOMPARE(small.peak_bytes, 4 * 6 * 512 * 4 + 2 * 8 * 6 * 6 * 4 + buffers);
        const MemoryCost large = cost_of(settings_of(1, 100, 512, 8)); // here
        QCOMPARE(large.peak_bytes, 5 * 100 * 512 * 4 + 2 * 8 * 100 * 100 * 4);
        QCOMPARE(small.alive_after_forward_bytes, 5 * 6 * 512 * 4 + 2 * 8 * 6 * 6 * 4);
        QCOMPARE(small.forward_peak_bytes, small.peak_bytes);
        CostSettings threaded = settings_of(1, 6, 512, 8);
        threaded.threads = 100; // 8 heads have work for 8
        threaded.mask = MaskShape::all;
        QCOMPARE(cost_of(threaded).peak_bytes, 4 * 6 * 512 * 4 + 2 * 8 * 6 * 6 * 4 + 8 * (buffers + 6 * 4));
    }

    void only_the_cells_grow_with_the_heads() {
        const MemoryCost cost = cost_of(settings_of(2, 100, 64, 4));
        QCOMPARE(cost.peak_with_heads_bytes, 2 * (2 * 4 * 100 * 100 * 4));
        QCOMPARE(term_of(cost, "weights").formula(), std::string("batch * n_heads * n * n * 4"));
        QCOMPARE(term_of(cost, "Q").formula(), std::string("batch * n * d_model * 4"));
        for (const MemoryTerm& term : cost.terms) {
            const bool cells = term.name == "scores" || term.name == "weights";
            const bool of_a_panel = term.name.find("of the panels") != std::string_view::npos;
            QCOMPARE(term.scales_with_heads(), cells        ? HeadScaling::linear
                                               : of_a_panel ? HeadScaling::inverse
                                                            : HeadScaling::none);
        }
    }

    void other_keys_than_queries_have_their_own_symbol() {
        const MemoryCost cost = *materialised_memory(settings_of(2, 3, 8, 2), 5);
        QCOMPARE(term_of(cost, "weights").formula(), std::string("batch * n_heads * n_q * n_k * 4"));
        QCOMPARE(term_of(cost, "weights").formula(cost.values), std::string("2 * 2 * 3 * 5 * 4"));
    }

    void a_mask_and_dropout_have_buffers_of_bytes() {
        CostSettings settings = settings_of(1, 300, 64, 4);
        settings.mask = MaskShape::each_head;
        settings.mode = CostMode::training;
        settings.dropout = 0.1;
        const MemoryCost cost = cost_of(settings);
        QCOMPARE(term_of(cost, "visible keys of the panels").bytes, 300 * 4);
        QCOMPARE(term_of(cost, "kept cells of a row").bytes, 300);
        QCOMPARE(term_of(cost, "dropped").bytes, 4 * 300 * 300 * 4);
    }

    void the_backward_pass_leaves_the_output_and_the_gradients() {
        for (const double dropout : {0.0, 0.1}) {
            CostSettings settings = settings_of(2, 50, 64, 4);
            settings.mode = CostMode::training;
            settings.dropout = dropout;
            const MemoryCost cost = cost_of(settings);
            const Index gradients = 4 * (64 * 64 + 64) * 4;
            QCOMPARE(cost.gradient_bytes, gradients);
            QCOMPARE(cost.alive_at_end_bytes, gradients + 2 * 50 * 64 * 4);
            // Without dropout where the softmax is differentiated: scores, weights and two gradients of cells; Q, K,
            // the gradient of V and the output. With it before, since dropped goes first: scores, weights, dropped and
            // its gradient; Q, K, V, two gradients of rows and the output. Then W_o's gradients.
            const Index rows = 2 * 50 * 64 * 4;
            const Index cells = 2 * 4 * 50 * 50 * 4;
            QVERIFY(!cost.measured && cost.peak_bytes > cost.forward_peak_bytes);
            QCOMPARE(cost.peak_bytes, 4 * cells + (dropout > 0.0 ? 6 : 4) * rows + gradients / 4);
        }
    }

    void counted_means_float32_and_inference() {
        CostSettings settings = settings_of(1, 10, 8, 2);
        QVERIFY(cost_of(settings).measured);
        settings.element = ElementType::float16;
        QVERIFY(!cost_of(settings).measured);
        QCOMPARE(cost_of(settings).alive_after_forward_bytes, 2 * (5 * 10 * 8 + 2 * 2 * 10 * 10));
    }

    void absurd_sizes_are_refused() {
        const Index large = std::numeric_limits<Index>::max() / 2;
        for (const CostSettings& settings : {settings_of(large, 1, 8, 2), settings_of(1, large, 8, 2),
                                             settings_of(large, large, 8, 2), settings_of(1, Index{1} << 31, 8, 4)}) {
            const Result<MemoryCost> cost = memory_cost(settings);
            QVERIFY(!cost.has_value());
            QCOMPARE(cost.error().code, ErrorCode::cost_too_large);
        }
    }
};

QTEST_GUILESS_MAIN(MaterialisedMemoryTest)
#include "materialised_memory_test.moc"
