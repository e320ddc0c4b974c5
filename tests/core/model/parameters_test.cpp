#include <cmath>
#include <functional>
#include <vector>

#include <QtTest>

#include "core/base/random.h"
#include "core/model/parameters.h"
#include "tests/support/near.h"

using namespace headscope;

namespace {

std::vector<std::reference_wrapper<const Linear>> layers(const Parameters& p) {
    return {p.W_q, p.W_k, p.W_v, p.W_o};
}

} // namespace

class TestParameters : public QObject {
    Q_OBJECT

private slots:
    /// From an independent implementation in Python of what core/base/random.h describes.
    void parameters_have_fixed_values() {
        const auto p = random_parameters(512, 42);
        QCOMPARE_EQ(p->W_q.weight(0, 0), 0x1.38a42ap-5F);
        QCOMPARE_EQ(p->W_q.weight(511, 511), 0x1.84fcep-6F);
        QCOMPARE_EQ(p->W_q.bias(0), -0x1.47dee4p-5F);
        QCOMPARE_EQ(p->W_k.weight(1, 0), -0x1.0943f2p-5F); // row 1 = second output
        QCOMPARE_EQ(p->W_v.bias(511), -0x1.3f20bp-5F);
        QCOMPARE_EQ(p->W_o.weight(0, 1), -0x1.16460ep-5F);
        QCOMPARE_EQ(p->W_o.bias(0), -0x1.d9f062p-8F);

        const auto q = random_parameters(768, 7); // a bound that is not a power of two
        QCOMPARE_EQ(q->W_q.weight(0, 0), -0x1.11f1eap-5F);
        QCOMPARE_EQ(q->W_q.weight(767, 767), -0x1.aabd1p-9F);
        QCOMPARE_EQ(q->W_k.weight(1, 0), -0x1.0f29e4p-6F);
        QCOMPARE_EQ(q->W_o.bias(0), 0x1.0eaa7ep-5F);
    }

    void h3_four_square_layers_with_biases() {
        const auto p = random_parameters(512, 42);
        QCOMPARE(p->d_model(), 512);
        Index weights = 0;
        Index biases = 0;
        for (const Linear& layer : layers(*p)) {
            QCOMPARE(layer.weight.rows(), 512);
            QCOMPARE(layer.weight.cols(), 512);
            weights += layer.weight.size();
            biases += layer.bias.size();
        }
        QCOMPARE(weights, 1'048'576);
        QCOMPARE(biases, 2'048);
    }

    void a_large_layer_is_one_stream_from_end_to_end() {
        const auto p = random_parameters(1026, 42); // made in pieces of 2^20 values
        const RandomStream stream(42, "W_q.weight");
        const float bound = 1.0F / std::sqrt(1026.0F);
        for (const Index i : {0, 1048575, 1048576, 1048577, 1026 * 1026 - 1}) {
            QCOMPARE_EQ(p->W_q.weight.data()[i], (2.0F * stream.uniform(static_cast<std::uint64_t>(i)) - 1.0F) * bound);
        }
    }

    void stopped_there_are_none() {
        std::stop_source stop;
        QVERIFY(random_parameters(8, 42, stop.get_token()) != nullptr);
        stop.request_stop();
        QVERIFY(random_parameters(8, 42, stop.get_token()) == nullptr);
    }

    void h4_d_model_1() {
        const auto p = random_parameters(1, 42);
        QCOMPARE_EQ(p->W_q.weight(0, 0), 0x1.ba243cp-1F);
        QCOMPARE_EQ(p->W_q.bias(0), -0x1.cfaddcp-1F);
        QCOMPARE_EQ(p->W_o.bias(0), -0x1.4f202p-3F);
    }

    /// Uniform in [-b, b) with b = 1/sqrt(d_model): mean 0, variance b^2/3, within five standard errors.
    void parameters_are_uniform_within_the_bound() {
        for (const Index d_model : {3, 64, 300}) {
            const auto p = random_parameters(d_model, 42);
            const float bound = 1.0F / std::sqrt(static_cast<float>(d_model));
            double sum = 0.0;
            double squares = 0.0;
            for (const Linear& layer : layers(*p)) {
                QVERIFY(layer.weight.minCoeff() >= -bound && layer.weight.maxCoeff() < bound);
                QVERIFY(layer.bias.minCoeff() >= -bound && layer.bias.maxCoeff() < bound);
                sum += layer.weight.cast<double>().sum() / bound;
                squares += layer.weight.cast<double>().squaredNorm() / (static_cast<double>(bound) * bound);
            }
            const auto n = static_cast<double>(4 * d_model * d_model);
            COMPARE_NEAR(sum / n, 0.0, 5.0 * std::sqrt(1.0 / 3.0 / n));
            COMPARE_NEAR(squares / n, 1.0 / 3.0, 5.0 * std::sqrt(4.0 / 45.0 / n));
        }
    }

    void layers_and_seeds_are_unrelated() {
        const auto p = random_parameters(64, 42);
        const auto q = random_parameters(64, 43);
        const auto correlation = [](const Matrix& a, const Matrix& b) {
            return static_cast<double>(a.cwiseProduct(b).sum()) / static_cast<double>(a.norm() * b.norm());
        };
        const double bound = 5.0 / 64.0; // five times 1/sqrt(64 * 64)
        COMPARE_NEAR(correlation(p->W_q.weight, p->W_k.weight), 0.0, bound);
        COMPARE_NEAR(correlation(p->W_k.weight, p->W_v.weight), 0.0, bound);
        COMPARE_NEAR(correlation(p->W_v.weight, p->W_o.weight), 0.0, bound);
        COMPARE_NEAR(correlation(p->W_q.weight, q->W_q.weight), 0.0, bound);
        QVERIFY(p->W_q.weight.row(0) != p->W_q.bias);
    }

    void t13_the_same_seed_gives_the_same_parameters() {
        const auto p = random_parameters(64, 42);
        const auto q = random_parameters(64, 42);
        for (std::size_t i = 0; i < 4; ++i) {
            QVERIFY(layers(*p)[i].get().weight == layers(*q)[i].get().weight);
            QVERIFY(layers(*p)[i].get().bias == layers(*q)[i].get().bias);
        }
    }
};

QTEST_APPLESS_MAIN(TestParameters)
#include "parameters_test.moc"
