#include "core/engine/exact_rows.h"

#include <QtTest>

#include "core/engine/engine.h"
#include "core/io/csv.h"
#include "tests/support/attention_cases.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

std::string words(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
        text += "w" + std::to_string(i * i % 11) + " ";
    }
    return text;
}

Request request_of(const Mask& mask, double dropout) {
    Request request;
    request.input = TextInput{words(75), Tokenizer::words, Positions::sinusoidal};
    request.dims = dims_of(64, 4);
    request.attention.mask = mask;
    request.attention.dropout = dropout;
    return request;
}

std::shared_ptr<const Snapshot> run(Request request, const Wanted& wanted) {
    request.wanted = wanted;
    return *Engine().run(request);
}

bool same(const Matrix& rows, const Tensor& tensor, Index h, Index first) {
    for (Index i = 0; i < rows.rows(); ++i) {
        if (!same_bits({rows.data() + i * rows.cols(), static_cast<std::size_t>(rows.cols())},
                       cells(tensor, 0, h, first + i))) {
            return false;
        }
    }
    return true;
}

} // namespace

class ExactRowsTest : public QObject {
    Q_OBJECT

private slots:
    void have_the_bits_of_a_run_that_keeps_all() {
        for (const Mask& mask : {Mask(), Mask::causal(), Mask::key_padding(5)}) {
            for (const double dropout : {0.0, 0.3}) {
                const auto kept = run(request_of(mask, dropout), {});
                const auto mapped = run(request_of(mask, dropout), {false, false, 4});
                QVERIFY(mapped->mapped() && !kept->mapped());
                QCOMPARE(mapped->after_dropout(), dropout > 0.0);
                for (const auto& [first, count] : {std::pair<Index, Index>{0, 75}, {3, 1}, {31, 40}}) {
                    const ExactRows rows = exact_rows(*mapped, 0, 2, first, count);
                    QVERIFY(same(rows.scores, kept->trace.scores, 2, first));
                    QVERIFY(same(rows.weights, kept->trace.weights, 2, first));
                    QVERIFY(same(rows.attention(), kept->trace.attention(), 2, first));
                    QVERIFY(rows.holds(first) && rows.holds(first + count - 1) && !rows.holds(first + count));
                }
            }
        }
    }

    void a_map_is_that_of_the_exact_rows() {
        for (const double dropout : {0.0, 0.3}) {
            const auto mapped = run(request_of(Mask::causal(), dropout), {false, false, 4});
            WeightMap map = make_weight_map(1, 4, 75, 75, 4);
            for (Index h = 0; h < 4; ++h) {
                const Matrix rows = exact_rows(*mapped, 0, h, 0, 75).attention();
                reduce_to_tiles(map, 0, h, 0, {rows.data(), 75, 75, Eigen::OuterStride<>(75)});
            }
            QVERIFY(same_bits(map.largest.values(), mapped->trace.map.largest.values()));
            // A mean of 16 numbers up to 1, added up in another order.
            const Eigen::Map<const Eigen::ArrayXf> mean(map.mean.data(), map.mean.size());
            const Eigen::Map<const Eigen::ArrayXf> fused(mapped->trace.map.mean.data(), map.mean.size());
            QVERIFY((mean - fused).abs().maxCoeff() <= 2e-7F);
        }
    }

    void a_table_of_scores_that_were_not_kept_is_the_same_table() {
        const Request request = request_of(Mask::causal(), 0.0);
        QVERIFY(attention_csv(*run(request, {false, true, 0})) == attention_csv(*run(request, {})));
    }
};

QTEST_GUILESS_MAIN(ExactRowsTest)
#include "exact_rows_test.moc"
