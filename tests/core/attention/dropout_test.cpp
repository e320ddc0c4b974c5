#include <QtTest>

#include "core/attention/attention.h"
#include "tests/support/attention_cases.h"
#include "tests/support/near.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

Trace with_dropout(Index n, double p, std::uint64_t seed, Mask mask = {}, Index batch = 1) {
    AttentionSettings settings;
    settings.mask = std::move(mask);
    settings.dropout = p;
    settings.dropout_seed = seed;
    Result<Trace> trace = attend(self_input(batch, n, 32), *random_parameters(32, 42), dims_of(32, 4), settings);
    HEADSCOPE_EXPECTS(trace.has_value());
    return std::move(*trace);
}

} // namespace

class DropoutTest : public QObject {
    Q_OBJECT

private slots:
    void a_part_of_a_row_is_that_part() {
        std::vector<std::uint8_t> whole(30);
        dropout_keep(42, 1, 2, 3, 0.5, whole);
        for (const std::size_t first : {0, 4, 16, 28}) {
            std::vector<std::uint8_t> part(std::min<std::size_t>(7, 30 - first));
            dropout_keep(42, 1, 2, 3, 0.5, part, first);
            QVERIFY(std::ranges::equal(part, std::span(whole).subspan(first, part.size())));
        }
    }

    void v17_survivors_are_scaled_and_the_others_are_0() {
        const Trace trace = with_dropout(60, 0.1, 42);
        QCOMPARE(trace.dropped.shape(), trace.weights.shape());
        const float scale = static_cast<float>(1.0 / (1.0 - 0.1));
        Index dropped = 0;
        for (std::size_t i = 0; i < trace.weights.values().size(); ++i) {
            const float weight = trace.weights.values()[i];
            const float after = trace.dropped.values()[i];
            QVERIFY(after == 0.0F || after == weight * scale);
            dropped += after == 0.0F ? 1 : 0;
        }
        // 14,400 cells at p = 0.1: the deviation is 36 cells, five of them are allowed.
        COMPARE_NEAR(dropped, 1440.0, 180.0);
        QCOMPARE(&trace.attention(), &trace.dropped);
    }

    void v17_a_single_survivor_shows_1_over_1_minus_p() {
        for (std::uint64_t seed = 0; seed < 8; ++seed) {
            const Trace trace = with_dropout(1, 0.1, seed);
            for (const float w : trace.dropped.values()) {
                QVERIFY(w == 0.0F || w == static_cast<float>(1.0 / 0.9));
            }
        }
    }

    void v17_p_0_is_identical_to_none() {
        const Trace trace = with_dropout(20, 0.0, 42);
        QVERIFY(trace.dropped.empty());
        QCOMPARE(&trace.attention(), &trace.weights);
        const Trace dropped = with_dropout(20, 0.5, 42);
        QVERIFY(same_bits(trace.weights.values(), dropped.weights.values())); // weights are those before dropout
        QVERIFY(!same_bits(trace.output.values(), dropped.output.values()));
    }

    void the_output_is_made_of_what_survives() {
        const Trace trace = with_dropout(20, 0.5, 7);
        for (Index h = 0; h < 4; ++h) {
            const Eigen::MatrixXd want =
                trace.dropped.matrix(0, h).cast<double>() * trace.V.head(0, h, 8).cast<double>();
            const Eigen::MatrixXd got = trace.concat.head(0, h, 8).cast<double>();
            QVERIFY((want - got).cwiseAbs().maxCoeff() < 1e-6); // 20 terms of at most 2
        }
    }

    void the_same_seed_drops_the_same_cells() {
        const Trace a = with_dropout(20, 0.3, 7);
        QVERIFY(same_bits(a.dropped.values(), with_dropout(20, 0.3, 7).dropped.values()));
        QVERIFY(!same_bits(a.dropped.values(), with_dropout(20, 0.3, 8).dropped.values()));
    }

    void an_appended_token_reshuffles_nothing() {
        const Trace shorter = with_dropout(20, 0.3, 7);
        const Trace longer = with_dropout(21, 0.3, 7);
        for (Index h = 0; h < 4; ++h) {
            for (Index i = 0; i < 20; ++i) {
                for (std::size_t j = 0; j < 20; ++j) {
                    QCOMPARE(cells(longer.dropped, 0, h, i)[j] == 0.0F, cells(shorter.dropped, 0, h, i)[j] == 0.0F);
                }
            }
        }
    }

    void batches_and_heads_drop_other_cells() {
        const Trace trace = with_dropout(30, 0.5, 7, {}, 2);
        const auto pattern = [&trace](Index b, Index h) -> Eigen::ArrayXXf {
            return (trace.dropped.matrix(b, h).array() == 0.0F).cast<float>();
        };
        QVERIFY((pattern(0, 0) != pattern(0, 1)).any());
        QVERIFY((pattern(0, 0) != pattern(1, 0)).any());
    }

    void masked_cells_stay_0() {
        const Trace trace = with_dropout(20, 0.3, 7, Mask::causal());
        for (Index i = 0; i < 20; ++i) {
            for (Index j = i + 1; j < 20; ++j) {
                QCOMPARE_EQ(trace.dropped.matrix(0, 2)(i, j), 0.0F);
            }
        }
    }

    void p_close_to_1_stays_finite() {
        const Trace trace = with_dropout(20, 0.999999, 7);
        for (const float v : trace.output.values()) {
            QVERIFY(std::isfinite(v));
        }
    }
};

QTEST_GUILESS_MAIN(DropoutTest)
#include "dropout_test.moc"
