#include "core/train/tasks/skip_markov.h"

#include <cmath>
#include <numeric>

#include <QtTest>

#include "core/base/random.h"
#include "task_support.h"
#include "tests/support/near.h"

using namespace headscope;
using namespace headscope::test;

namespace {

constexpr auto training = Task::Stream::training;
constexpr auto validation = Task::Stream::validation;

/// softmax(A_0[x_t] + A_1[x_(t-1)] + A_2[x_(t-3)] + A_3[x_(t-6)] + A_4[x_(t-10)]) with the C library's functions.
std::array<double, 16> straight(std::uint64_t seed, const Symbols& x, std::size_t t) {
    std::array<double, 16> p{};
    double sum = 0.0;
    for (std::size_t to = 0; to < 16; ++to) {
        double logit = 0.0;
        const std::array<std::size_t, 5> offsets{0, 1, 3, 6, 10};
        for (std::size_t j = 0; j < offsets.size(); ++j) {
            const RandomStream table(seed, "task:skip-markov:table:" + std::to_string(j));
            logit += 1.5 * table.normal(16 * static_cast<std::uint64_t>(x[t - offsets[j]]) + to);
        }
        p[to] = std::exp(logit);
        sum += p[to];
    }
    for (double& one : p) {
        one /= sum;
    }
    return p;
}

double entropy(const std::array<double, 16>& p) {
    return std::accumulate(p.begin(), p.end(), 0.0, [](double sum, double q) { return sum - q * std::log(q); });
}

} // namespace

class SkipMarkovTest : public QObject {
    Q_OBJECT

private slots:
    void a_target_is_the_next_input_and_asked_where_all_offsets_lie_inside() {
        const SkipMarkovTask task(42);
        const TaskShape shape{16, 16, 1, 1, 40};
        QVERIFY(task.shape() == shape);
        const Batch batch = task.make(training, 0, 200);
        QVERIFY(keeps(batch, shape, 200));
        for (Index b = 0; b < 200; ++b) {
            const Symbols inputs = inputs_of(batch, b);
            const Symbols targets = targets_of(batch, b);
            for (std::size_t t = 0; t < 40; ++t) {
                QCOMPARE(targets[t] == Batch::none, t < 10);
                if (t >= 10 && t < 39) {
                    QCOMPARE(targets[t], inputs[t + 1]);
                }
            }
        }
    }

    void the_distribution_is_the_softmax_of_the_tables() {
        const SkipMarkovTask task(7);
        const Batch batch = task.make(training, 5, 20);
        for (Index b = 0; b < 20; ++b) {
            const Symbols x = inputs_of(batch, b);
            for (const std::size_t t : {10, 17, 39}) {
                const auto expected = straight(7, x, t);
                const auto p = task.next(std::span(x).first(t + 1));
                for (std::size_t to = 0; to < 16; ++to) {
                    COMPARE_NEAR(p[to], expected[to], 1e-13); // a product of five exponentials, some ulp each
                }
            }
        }
    }

    // What is drawn against what the distribution says: each symbol's count is a sum of independent draws with known
    // probabilities, and so is the log-loss of what was drawn.
    void symbols_are_drawn_from_it() {
        const SkipMarkovTask task(42);
        constexpr Index sequences = 2000;
        const Batch batch = task.make(training, 1, sequences);
        std::array<double, 16> count{};
        std::array<double, 16> expected{};
        std::array<double, 16> variance{};
        double loss = 0.0;
        double loss_expected = 0.0;
        double loss_variance = 0.0;
        for (Index b = 0; b < sequences; ++b) {
            const Symbols x = inputs_of(batch, b);
            for (std::size_t t = 10; t < 40; ++t) {
                const auto p = task.next(std::span(x).first(t + 1));
                const auto drawn = static_cast<std::size_t>(batch.target(b, static_cast<Index>(t))[0]);
                ++count[drawn];
                loss -= std::log(p[drawn]);
                double square = 0.0;
                for (std::size_t to = 0; to < 16; ++to) {
                    expected[to] += p[to];
                    variance[to] += p[to] * (1 - p[to]);
                    square += p[to] * std::log(p[to]) * std::log(p[to]);
                }
                loss_expected += entropy(p);
                loss_variance += square - entropy(p) * entropy(p);
            }
        }
        constexpr double deviations = 5.0; // never in a hundred thousand generators
        for (std::size_t to = 0; to < 16; ++to) {
            COMPARE_NEAR(count[to], expected[to], deviations * std::sqrt(variance[to]));
        }
        COMPARE_NEAR(loss, loss_expected, deviations * std::sqrt(loss_variance));
    }

    void the_floor_is_the_mean_entropy_of_the_validation_set() {
        const SkipMarkovTask task(42);
        const Batch batch = task.make(validation, 0, 5000);
        double sum = 0.0;
        for (Index b = 0; b < batch.batch; ++b) {
            const Symbols x = inputs_of(batch, b);
            for (std::size_t t = 10; t < 40; ++t) {
                sum += entropy(task.next(std::span(x).first(t + 1)));
            }
        }
        COMPARE_NEAR(*task.loss_floor(), sum / (5000 * 30), 1e-12); // 150,000 additions
        COMPARE_NEAR(*task.loss_floor(), 0.997274, 1e-6);           // six decimals
    }

    // The reference's generator is not known; its 1.070 is a floor as this one's seeds have it.
    void floors_are_like_the_reference_s() {
        int above = 0;
        for (std::uint64_t seed = 0; seed < 8; ++seed) {
            const double floor = *SkipMarkovTask(seed).loss_floor();
            QVERIFY(floor > 0.9 && floor < 1.2);
            above += floor > 1.07 ? 1 : 0;
        }
        QCOMPARE(above, 2); // 1.0842 and 1.0802
    }
};

QTEST_GUILESS_MAIN(SkipMarkovTest)
#include "skip_markov_test.moc"
