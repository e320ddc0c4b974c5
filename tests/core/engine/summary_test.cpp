#include "core/engine/summary.h"

#include <QtTest>

#include "core/attention/workers.h"

using namespace headscope;

namespace {

// 2 batches, 2 heads, 2 x 2.
Tensor cells(const std::vector<float>& values) {
    Tensor tensor({2, 2, 2, 2});
    std::ranges::copy(values, tensor.data());
    return tensor;
}

Trace trace() {
    Trace trace;
    trace.weights = cells({0.5F, 0.5F, 0.25F, 0.75F,  //
                           1.0F, 0.0F, 0.0F, 0.0F,    // a row without a visible key, filled with zeros
                           0.5F, 0.5F, 0.125F, 0.75F, //
                           0.25F, 0.75F, 0.5F, 0.5F});
    return trace;
}

} // namespace

class SummaryTest : public QObject {
    Q_OBJECT

private slots:
    void the_largest_of_a_head_is_over_all_batches() {
        const Summary summary = *summarise(trace());
        QCOMPARE_EQ(summary.heads, (std::vector<HeadSummary>{{0.75F}, {1.0F}}));
    }

    void the_row_that_is_furthest_from_1_counts_and_zeros_do_not() {
        QCOMPARE_EQ(summarise(trace())->largest_row_sum_error, 0.125);
    }

    void with_dropout_the_largest_is_of_what_is_shown_and_the_sums_are_of_the_weights() {
        Trace dropped = trace();
        dropped.dropped =
            cells({1.0F, 0.0F, 0.5F, 1.5F, 2.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 1.5F, 0.0F, 1.0F});
        const Summary summary = *summarise(dropped);
        QCOMPARE_EQ(summary.heads, (std::vector<HeadSummary>{{1.5F}, {2.0F}}));
        QCOMPARE_EQ(summary.largest_row_sum_error, 0.125);
    }

    void of_a_map_the_tiles_count() {
        Trace mapped;
        mapped.map = make_weight_map(1, 2, 4, 4, 2);
        std::ranges::copy(std::vector<float>{0.5F, 0.25F, 0.75F, 0.5F, 1.0F, 0.0F, 0.0F, 0.5F},
                          mapped.map.largest.data());
        std::ranges::copy(std::vector<float>{0.25F, 0.125F, 0.375F, 0.25F, 0.5F, 0.0F, 0.0F, 0.25F},
                          mapped.map.mean.data());
        const Summary summary = *summarise(mapped);
        QCOMPARE_EQ(summary.heads, (std::vector<HeadSummary>{{0.75F, 0.375F}, {1.0F, 0.5F}}));
        QCOMPARE_EQ(summary.largest_row_sum_error, 0.0);
    }

    void threads_change_nothing() {
        Trace large;
        large.weights = Tensor({1, 3, 512, 512});
        for (Index i = 0; i < large.weights.size(); ++i) {
            large.weights.data()[i] = static_cast<float>(i % 1009) / 200'000.0F;
        }
        const Summary one = *summarise(large);
        Workers workers(2);
        for (const RunControl& control : {RunControl{{}, {}, 3}, RunControl{{}, {}, 2, &workers}}) {
            const Summary several = *summarise(large, control);
            QCOMPARE_EQ(several.heads, one.heads);
            QCOMPARE_EQ(several.largest_row_sum_error, one.largest_row_sum_error);
        }
    }

    void it_can_be_stopped() {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(summarise(trace(), {stop.get_token(), {}}).error() == fail(ErrorCode::cancelled).value());
    }

    void no_weights_no_summary() {
        QVERIFY(summarise(Trace())->heads.empty());
        QCOMPARE_EQ(summarise(Trace())->largest_row_sum_error, 0.0);
    }
};

QTEST_APPLESS_MAIN(SummaryTest)
#include "summary_test.moc"
