#include "core/cost/memory_timeline.h"

#include <QtTest>

#include "tests/core/cost/memory_support.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

constexpr CostMode inference = CostMode::inference;

MemoryTimeline::Made rows(std::string_view name) {
    return {name, "", shape({Extent::batch, Extent::n, Extent::d_model})};
}

MemoryTimeline::Made cells(std::string_view name) {
    return {name, "", shape({Extent::batch, Extent::n_heads, Extent::n, Extent::n}), TermKind::temporary};
}

MemoryTerm term_of(std::initializer_list<Extent> extents, Index element_bytes = 4) {
    MemoryTerm term;
    term.shape = shape(extents);
    term.element_bytes = element_bytes;
    return term;
}

} // namespace

class MemoryTimelineTest : public QObject {
    Q_OBJECT

private slots:
    // batch 2, n 3, d_model 8, h 4: rows 192 bytes, cells 288.
    void what_is_alive_is_added_up() {
        MemoryTimeline timeline(pytorch_settings(2, 3, 8, 4));
        const int a = timeline.allocate("one", rows("a"));
        const int b = timeline.allocate("two", cells("b"));
        timeline.release("two", a);
        timeline.allocate("three", rows("c"));
        timeline.release("three", b);
        timeline.forward_done();
        const Result<MemoryCost> cost = std::move(timeline).finish();
        QVERIFY(cost.has_value());
        QCOMPARE(cost->peak_bytes, 480);
        QCOMPARE(cost->peak_event, 1); // reached again at event 3, but here first
        QCOMPARE(cost->forward_peak_bytes, 480);
        QCOMPARE(cost->alive_after_forward_bytes, 192);
        QCOMPARE(cost->alive_at_end_bytes, 192);
        QCOMPARE(cost->peak_with_heads_bytes, 288);
        QCOMPARE(cost->terms[0].born, 0);
        QCOMPARE(cost->terms[0].died, 2);
        QVERIFY(cost->terms[0].at_peak && cost->terms[1].at_peak && !cost->terms[2].at_peak);
        QCOMPARE(cost->terms[2].died, -1);
        const Index live[] = {192, 480, 288, 480, 192};
        for (std::size_t i = 0; i < std::size(live); ++i) {
            QCOMPARE(cost->events[i].live, live[i]);
        }
    }

    void the_step_has_a_peak_of_its_own() {
        MemoryTimeline timeline(pytorch_settings(2, 3, 8, 4, CostMode::training));
        timeline.allocate("one", rows("a"));
        timeline.forward_done();
        timeline.enter(CostPhase::step);
        const int state = timeline.allocate("step", cells("b"));
        timeline.release("step", state);
        const Result<MemoryCost> cost = std::move(timeline).finish();
        QCOMPARE(cost->peak_bytes, 192);
        QCOMPARE(cost->alive_at_end_bytes, 192);
        QCOMPARE(cost->step_peak_bytes, 480);
        QVERIFY(!cost->terms[1].at_peak);
        QCOMPARE(cost->gradient_bytes, 4 * (4 * 64 + 32));
        QCOMPARE(cost->optimizer_bytes, 8 * (4 * 64 + 32));
    }

    void nothing_is_allocated() {
        MemoryTimeline timeline(pytorch_settings(2, 3, 8, 4));
        timeline.forward_done();
        const Result<MemoryCost> cost = std::move(timeline).finish();
        QCOMPARE(cost->peak_bytes, 0);
        QCOMPARE(cost->peak_event, -1);
    }

    void a_tensor_or_a_sum_beyond_63_bits_is_an_error() {
        MemoryTimeline large(pytorch_settings(Index{1} << 40, Index{1} << 40, 8, 4));
        large.release("one", large.allocate("one", rows("a")));
        QCOMPARE(std::move(large).finish().error().code, ErrorCode::cost_too_large);

        MemoryTimeline sum(pytorch_settings(1, Index{1} << 57, 8, 4)); // 2^62 bytes each
        sum.allocate("one", rows("a"));
        sum.allocate("one", rows("b"));
        QCOMPARE(std::move(sum).finish().error().code, ErrorCode::cost_too_large);
    }

    void element_types_change_numbers_and_leave_masks_and_scalars() {
        CostSettings settings = pytorch_settings(2, 3, 8, 4);
        settings.element = ElementType::bfloat16;
        MemoryTimeline timeline(settings);
        timeline.allocate("one", rows("a"));
        timeline.allocate("one", {"mask", "", shape({Extent::n, Extent::n}), TermKind::temporary, 1});
        timeline.allocate("one", {"scalar", "", {}, TermKind::temporary, 8});
        const Result<MemoryCost> cost = std::move(timeline).finish();
        QCOMPARE(cost->terms[0].bytes, 96);
        QCOMPARE(cost->terms[1].bytes, 9);
        QCOMPARE(cost->terms[2].bytes, 8);
    }

    void a_term_reads_as_a_formula() {
        const MemoryTerm scores = term_of({Extent::batch, Extent::n_heads, Extent::n, Extent::n});
        QCOMPARE(scores.shape.text(), std::string("batch x n_heads x n x n"));
        QCOMPARE(scores.formula(), std::string("batch * n_heads * n * n * 4"));
        const MemoryCost cost = cost_of(pytorch_settings(1, 12, 64, 8));
        QCOMPARE(scores.formula(cost.values), std::string("1 * 8 * 12 * 12 * 4"));
        const MemoryTerm mask = term_of({Extent::one, Extent::one, Extent::n, Extent::n}, 1);
        QCOMPARE(mask.shape.text(), std::string("1 x 1 x n x n"));
        QCOMPARE(mask.formula(), std::string("n * n * 1"));
        const MemoryTerm scalar = term_of({}, 8);
        QCOMPARE(scalar.shape.text(), std::string("scalar"));
        QCOMPARE(scalar.formula(), std::string("8"));
    }

    void how_a_term_grows_with_the_heads() {
        const SymbolicShape scores = shape({Extent::batch, Extent::n_heads, Extent::n, Extent::n});
        const SymbolicShape heads = shape({Extent::batch, Extent::n_heads, Extent::n, Extent::d_head});
        const SymbolicShape weight = shape({Extent::d_model, Extent::d_model});
        const SymbolicShape column = shape({Extent::d_head});
        const struct {
            SymbolicShape shape;
            int keep_d_model;
            int keep_d_head;
        } all[] = {{scores, 1, 1}, {heads, 0, 1}, {weight, 0, 2}, {column, -1, 0}};
        for (const auto& one : all) {
            QCOMPARE(one.shape.heads_power(Keep::d_model), one.keep_d_model);
            QCOMPARE(one.shape.heads_power(Keep::d_head), one.keep_d_head);
        }
        QCOMPARE(term_of({Extent::n_heads}).scales_with_heads(), HeadScaling::linear);
        QCOMPARE(term_of({Extent::n_heads, Extent::d_head}).scales_with_heads(), HeadScaling::none);
        QCOMPARE(term_of({Extent::d_head}).scales_with_heads(), HeadScaling::inverse);
    }
};

QTEST_GUILESS_MAIN(MemoryTimelineTest)
#include "memory_timeline_test.moc"
