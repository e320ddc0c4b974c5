// AdamW and the schedules by their definitions.
#include <QtTest>

#include "core/train/adamw.h"
#include "core/train/schedule.h"
#include "tests/support/near.h"

using namespace headscope;

class OptimizerTest : public QObject {
    Q_OBJECT

private slots:
    void adamw_is_its_definition() {
        // Decoupled weight decay: Loshchilov & Hutter 2019, algorithm 2, as torch.optim.AdamW orders it.
        std::vector<float> values{0.5F, -1.25F, 0.0F, 3.0F}, first(4, 0.0F), second(4, 0.0F);
        const std::vector<float> gradients{0.25F, -1e-4F, 0.0F, 2.0F};
        std::vector<double> want{0.5, -1.25, 0.0, 3.0}, m(4, 0.0), v(4, 0.0);
        AdamW optimizer{0.01, 0.9, 0.98, 1e-8, 0.1, 1};
        const float factor = 0.5F;
        for (; optimizer.step <= 5; ++optimizer.step) {
            update(optimizer, factor, {values, gradients, first, second});
            for (std::size_t i = 0; i < 4; ++i) {
                const double g = 0.5 * static_cast<double>(gradients[i]);
                m[i] = 0.9 * m[i] + 0.1 * g;
                v[i] = 0.98 * v[i] + 0.02 * g * g;
                const double m_hat = m[i] / (1.0 - std::pow(0.9, static_cast<double>(optimizer.step)));
                const double v_hat = v[i] / (1.0 - std::pow(0.98, static_cast<double>(optimizer.step)));
                want[i] -= 0.01 * 0.1 * want[i];
                want[i] -= 0.01 * m_hat / (std::sqrt(v_hat) + 1e-8);
                COMPARE_NEAR(values[i], want[i], 1e-6 * std::max(1.0, std::abs(want[i]))); // some roundings of float32
            }
        }
        QCOMPARE_EQ(values[2], 0.0F); // what has no gradient does not move
    }

    void clipping_is_torch_s() {
        QCOMPARE_EQ(clip_factor(0.5, 1.0), 1.0F);
        QCOMPARE_EQ(clip_factor(4.0, 1.0), static_cast<float>(1.0 / (4.0 + 1e-6)));
        QCOMPARE_EQ(clip_factor(4.0, 0.0), 1.0F);
        const std::vector<float> values{3.0F, -4.0F};
        QCOMPARE_EQ(sum_of_squares(values), 25.0);
    }

    void rates_begin_peak_and_end_where_they_should() {
        Schedule schedule{Schedule::Kind::one_cycle, 1000, 3e-3};
        COMPARE_NEAR(rate_at(schedule, 0), 3e-3 / 25, 1e-18);
        QCOMPARE_EQ(rate_at(schedule, 99), 3e-3);
        COMPARE_NEAR(rate_at(schedule, 999), 3e-3 / 25 / 1e4, 1e-18);
        QCOMPARE_EQ(rate_at(schedule, 5000), rate_at(schedule, 999));
        schedule.kind = Schedule::Kind::cosine_with_warm_up;
        QCOMPARE_EQ(rate_at(schedule, 49), 1.5e-3);
        QCOMPARE_EQ(rate_at(schedule, 100), 3e-3);
        COMPARE_NEAR(rate_at(schedule, 550), 1.5e-3, 1e-18);
        schedule.kind = Schedule::Kind::constant;
        QCOMPARE_EQ(rate_at(schedule, 7), 3e-3);
    }

    void a_schedule_of_any_length_is_finite() {
        for (const Schedule::Kind kind : {Schedule::Kind::one_cycle, Schedule::Kind::cosine_with_warm_up}) {
            for (Index steps = 1; steps < 25; ++steps) {
                for (Index step = 0; step < steps; ++step) {
                    const double rate = rate_at({kind, steps, 3e-3}, step);
                    QVERIFY(std::isfinite(rate) && rate >= 0.0 && rate <= 3e-3);
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(OptimizerTest)
#include "optimizer_test.moc"
