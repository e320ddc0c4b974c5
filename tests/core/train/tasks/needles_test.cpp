#include "core/train/tasks/needles.h"

#include <array>
#include <map>
#include <set>

#include <QtTest>

#include "task_support.h"

using namespace headscope;
using namespace headscope::test;

namespace {

constexpr Index sequences = 500;
constexpr auto training = Task::Stream::training;

} // namespace

class NeedlesTest : public QObject {
    Q_OBJECT

private slots:
    void shapes() {
        for (Index k = 1; k <= 4; ++k) {
            const NeedlesTask task(k, 42);
            const TaskShape expected{28 + 16 * k, 10, 2 + k, k, 13};
            QVERIFY(task.shape() == expected);
            QVERIFY(keeps(task.make(training, 3, 7), expected, 7));
        }
    }

    void items_are_keys_that_differ_with_values() {
        const Batch batch = NeedlesTask(4, 42).make(training, 0, sequences);
        std::array<int, 16> of_key{};
        std::array<int, 10> of_value{};
        for (Index b = 0; b < sequences; ++b) {
            std::set<std::int32_t> keys;
            for (Index i = 0; i < 12; ++i) {
                const auto item = batch.input(b, i);
                QVERIFY(item[0] >= 0 && item[0] < 16);
                QVERIFY(item[1] >= 17 && item[1] < 27);
                keys.insert(item[0]);
                ++of_key[static_cast<std::size_t>(item[0])];
                ++of_value[static_cast<std::size_t>(item[1] - 17)];
                for (std::size_t slot = 2; slot < 6; ++slot) {
                    QCOMPARE(item[slot], Batch::none);
                }
                for (const std::int32_t target : batch.target(b, i)) {
                    QCOMPARE(target, Batch::none);
                }
            }
            QCOMPARE(keys.size(), std::size_t{12});
        }
        // Binomial: 375 of 500 with a deviation of 10, 600 of 6,000 with one of 23; five deviations.
        for (const int count : of_key) {
            QVERIFY(std::abs(count - 375) < 50);
        }
        for (const int count : of_value) {
            QVERIFY(std::abs(count - 600) < 115);
        }
    }

    void the_last_token_asks_for_keys_that_are_there_and_differ() {
        for (Index k = 1; k <= 4; ++k) {
            const Batch batch = NeedlesTask(k, 42).make(training, 0, sequences);
            for (Index b = 0; b < sequences; ++b) {
                std::map<std::int32_t, std::int32_t> value_of;
                for (Index i = 0; i < 12; ++i) {
                    value_of[batch.input(b, i)[0]] = batch.input(b, i)[1] - 17;
                }
                const auto asking = batch.input(b, 12);
                QCOMPARE(asking[0], 16);
                QCOMPARE(asking[1], 27);
                std::set<std::int32_t> asked;
                for (Index slot = 0; slot < k; ++slot) {
                    const std::int32_t key =
                        asking[static_cast<std::size_t>(2 + slot)] - 28 - static_cast<std::int32_t>(16 * slot);
                    QVERIFY(value_of.contains(key));
                    QCOMPARE(batch.target(b, 12)[static_cast<std::size_t>(slot)], value_of[key]);
                    asked.insert(key);
                }
                QCOMPARE(std::ssize(asked), k);
            }
        }
    }

    void names() {
        const NeedlesTask task(2, 42);
        QCOMPARE(task.input_name(std::array{7, 17 + 3, Batch::none, Batch::none}), std::string("k7 v3"));
        QCOMPARE(task.input_name(std::array{16, 27, 28 + 4, 28 + 16 + 15}), std::string("? k4 k15"));
        QCOMPARE(task.class_name(9), std::string("v9"));
        QCOMPARE(*task.loss_floor(), 0.0);
    }
};

QTEST_GUILESS_MAIN(NeedlesTest)
#include "needles_test.moc"
