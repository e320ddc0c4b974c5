#include "core/engine/run_cost.h"

#include <limits>

#include <QtTest>

#include "core/engine/engine.h"
#include "tests/support/attention_cases.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

Request text_request(Index d_model, Index n_heads) {
    Request request;
    request.input = TextInput{"the cat sat on the mat", Tokenizer::words, Positions::sinusoidal};
    request.dims = dims_of(d_model, n_heads);
    return request;
}

std::string sentence_of(int words) {
    std::string text;
    for (int i = 0; i < words; ++i) {
        text += "w" + std::to_string(i % 7) + " ";
    }
    return text;
}

} // namespace

class RunCostTest : public QObject {
    Q_OBJECT

private slots:
    void a_snapshot_carries_what_was_predicted() {
        Engine engine;
        for (const Index n_heads : {1, 8, 64}) {
            for (const Mask& mask : {Mask(), Mask::causal()}) {
                for (const double dropout : {0.0, 0.2}) {
                    Request request = text_request(64, n_heads);
                    request.attention.mask = mask;
                    request.attention.dropout = dropout;
                    const auto snapshot = engine.run(request);
                    const Result<MemoryCost> predicted = predicted_memory(request, 1, 6);
                    QCOMPARE((*snapshot)->trace.memory.peak_bytes, predicted->forward_peak_bytes);
                    QCOMPARE((*snapshot)->trace.memory.alive_bytes, predicted->alive_after_forward_bytes);
                    QCOMPARE((*snapshot)->trace.memory.alive_bytes, (*snapshot)->trace.bytes());
                }
            }
        }
    }

    void arrays_with_batches_other_keys_and_threads_too() {
        Engine engine;
        Request request;
        request.dims = dims_of(16, 4);
        request.input = ArrayInput{cross_input(2, 3, 5, 16), true};
        request.attention.mask = random_mask(2, 3, 5, 1, 0.5F);
        for (const Index threads : {1, 3, 100}) {
            const auto snapshot = engine.run(request, {{}, {}, threads});
            const Result<MemoryCost> predicted = predicted_memory(request, 2, 3, 5, threads);
            QCOMPARE((*snapshot)->trace.memory.peak_bytes, predicted->forward_peak_bytes);
            QCOMPARE((*snapshot)->trace.memory.alive_bytes, predicted->alive_after_forward_bytes);
        }
    }

    void what_is_not_wanted_is_neither_allocated_nor_predicted() {
        Engine engine;
        Index before = std::numeric_limits<Index>::max();
        for (const Wanted& wanted :
             {Wanted{}, Wanted{false, true, 0}, Wanted{false, false, 4}, Wanted{false, false, 0}}) {
            for (const double dropout : {0.0, 0.2}) {
                Request request = text_request(64, 8);
                std::get<TextInput>(request.input).text = sentence_of(150);
                request.attention.dropout = dropout;
                request.wanted = wanted;
                const auto snapshot = engine.run(request, {{}, {}, 2});
                const Result<MemoryCost> predicted = predicted_memory(request, 1, 150, 150, 2);
                QCOMPARE((*snapshot)->trace.memory.peak_bytes, predicted->forward_peak_bytes);
                QCOMPARE((*snapshot)->trace.memory.alive_bytes, predicted->alive_after_forward_bytes);
                QCOMPARE((*snapshot)->trace.scores.empty(), !wanted.scores);
                QCOMPARE((*snapshot)->trace.weights.empty(), !wanted.weights);
                QCOMPARE((*snapshot)->trace.map.tile, wanted.map_tile);
                QCOMPARE((*snapshot)->n_q(), 150);
                if (dropout == 0.0) {
                    QVERIFY(predicted->forward_peak_bytes < before);
                    before = predicted->forward_peak_bytes;
                }
            }
        }
    }

    void beyond_so_many_tokens_a_run_keeps_a_map() {
        Request request = text_request(64, 8);
        request.wanted = {false, true, 0};
        QCOMPARE_EQ(kept_by(request, 5000, 5000), (Wanted{false, true, 0}));
        request.map_above = 2048;
        QCOMPARE_EQ(kept_by(request, 2048, 2048), (Wanted{false, true, 0}));
        QCOMPARE_EQ(kept_by(request, 2049, 10), (Wanted{false, false, 4}));
        QCOMPARE_EQ(kept_by(request, 10, 16384), (Wanted{false, false, 16}));
        request.map_above = 100;
        std::get<TextInput>(request.input).text = sentence_of(101);
        const auto snapshot = Engine().run(request);
        QVERIFY((*snapshot)->mapped() && (*snapshot)->trace.weights.empty());
        QCOMPARE((*snapshot)->trace.map.tile, 1);
        QCOMPARE((*snapshot)->trace.memory.peak_bytes, predicted_memory(request, 1, 101)->forward_peak_bytes);
    }

    void nothing_is_allocated_for_a_blank_text() {
        Request request = text_request(64, 8);
        std::get<TextInput>(request.input).text = " ";
        QVERIFY((*Engine().run(request))->trace.memory == MeasuredMemory());
        QVERIFY(predicted_memory(request, 1, 0) == fail(ErrorCode::cost_size_not_positive, "seq_len", 0));
    }

    void masks_have_the_shape_that_they_stand_for() {
        Request request = text_request(64, 8);
        QCOMPARE(cost_settings(request, 1, 6).mask, MaskShape::none);
        request.attention.mask = Mask::causal();
        QCOMPARE(cost_settings(request, 1, 6).mask, MaskShape::all);
        request.attention.mask = Mask::key_padding(2);
        QCOMPARE(cost_settings(request, 1, 6).mask, MaskShape::key_padding);
        request.attention.mask = random_mask(1, 6, 6, 1, 0.5F);
        QCOMPARE(cost_settings(request, 3, 6).mask, MaskShape::all);
        request.attention.mask = random_mask(3, 6, 6, 1, 0.5F);
        QCOMPARE(cost_settings(request, 3, 6).mask, MaskShape::each_batch);
    }
};

QTEST_GUILESS_MAIN(RunCostTest)
#include "run_cost_test.moc"
