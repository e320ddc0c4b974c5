#include "core/model/catalogue.h"

#include <map>

#include <QtTest>

#include "core/attention/attention.h"
#include "tests/support/attention_cases.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

std::vector<Index> shape_of(const Matrix& m) {
    return {m.rows(), m.cols()};
}

std::vector<Index> shape_of(const Vector& v) {
    return {v.size()};
}

std::map<std::string_view, std::vector<Index>> real_shapes(const Trace& trace, const Parameters& p) {
    return {{"X", trace.input.query->shape()},
            {"query", trace.input.query->shape()},
            {"key", trace.input.key->shape()},
            {"value", trace.input.value->shape()},
            {"W_q.weight", shape_of(p.W_q.weight)},
            {"W_q.bias", shape_of(p.W_q.bias)},
            {"Q", trace.Q.shape()},
            {"W_k.weight", shape_of(p.W_k.weight)},
            {"W_k.bias", shape_of(p.W_k.bias)},
            {"K", trace.K.shape()},
            {"W_v.weight", shape_of(p.W_v.weight)},
            {"W_v.bias", shape_of(p.W_v.bias)},
            {"V", trace.V.shape()},
            {"scores", trace.scores.shape()},
            {"weights", trace.weights.shape()},
            {"dropped", trace.dropped.shape()},
            {"concat", trace.concat.shape()},
            {"W_o.weight", shape_of(p.W_o.weight)},
            {"W_o.bias", shape_of(p.W_o.bias)},
            {"output", trace.output.shape()}};
}

} // namespace

class CatalogueTest : public QObject {
    Q_OBJECT

private slots:
    void shapes_are_those_of_a_real_trace() {
        for (const auto& [batch, n_q, n_k] : {std::array<Index, 3>{1, 6, 6}, {2, 3, 11}}) {
            for (const Index n_heads : {1, 4, 24}) {
                const CatalogueSizes sizes{dims_of(24, n_heads), batch, n_q, n_k};
                AttentionSettings settings;
                settings.dropout = 0.5;
                const std::shared_ptr<const Parameters> parameters = random_parameters(24, 42);
                const Result<Trace> trace = attend(cross_input(batch, n_q, n_k, 24), *parameters, sizes.dims, settings);
                const auto real = real_shapes(*trace, *parameters);
                QCOMPARE(tensor_catalogue().size(), real.size());
                for (const TensorInfo& info : tensor_catalogue()) {
                    QVERIFY2(info.shape(sizes) == real.at(info.symbol), info.symbol.data());
                }
            }
        }
    }

    void how_a_size_scales_with_the_heads_is_true() {
        const auto bytes = [](const TensorInfo& info, Index heads) {
            return tensor_bytes(info, {dims_of(64, heads), 2, 5, 7}).value();
        };
        for (const TensorInfo& info : tensor_catalogue()) {
            const Index one = bytes(info, 4);
            const Index twice = bytes(info, 8);
            switch (info.scales_with_heads) {
            case HeadScaling::none: QCOMPARE(twice, one); break;
            case HeadScaling::linear: QCOMPARE(twice, 2 * one); break;
            case HeadScaling::inverse: QCOMPARE(2 * twice, one); break;
            }
        }
    }

    void h3_the_parameters_are_4_d_model_squared_and_4_d_model() {
        Index bytes = 0;
        for (const TensorInfo& info : tensor_catalogue()) {
            if (info.role == TensorRole::parameter) {
                bytes += tensor_bytes(info, {dims_of(512, 8), 1, 1, 1}).value();
            }
        }
        QCOMPARE(bytes, 4 * (1'048'576 + 2'048));
    }

    void shape_texts_name_as_many_axes_as_shapes_have() {
        for (const TensorInfo& info : tensor_catalogue()) {
            const QString text =
                QString::fromUtf8(info.shape_text.data(), static_cast<qsizetype>(info.shape_text.size()));
            QCOMPARE(text.count(" x ") + 1, static_cast<qsizetype>(info.shape({dims_of(8, 2), 1, 1, 1}).size()));
        }
    }

    void a_symbol_is_found() {
        QCOMPARE(tensor_info("scores").symbol, "scores");
        QVERIFY(tensor_info("scores").role == TensorRole::activation);
        QVERIFY(tensor_info("W_o.bias").role == TensorRole::parameter);
    }

    void sizes_beyond_63_bits_are_refused() {
        const Result<Index> bytes =
            tensor_bytes(tensor_info("scores"), {dims_of(512, 8), 1, Index{1} << 40, Index{1} << 40});
        QCOMPARE(bytes.error().code, ErrorCode::needs_too_much_memory);
    }
};

QTEST_GUILESS_MAIN(CatalogueTest)
#include "catalogue_test.moc"
