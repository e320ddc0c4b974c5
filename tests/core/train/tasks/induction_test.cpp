#include "core/train/tasks/induction.h"

#include <algorithm>
#include <array>
#include <set>

#include <QtTest>

#include "task_support.h"

using namespace headscope;
using namespace headscope::test;

class InductionTest : public QObject {
    Q_OBJECT

private slots:
    void a_period_of_different_symbols_repeats() {
        const InductionTask task(42);
        const TaskShape shape{64, 64, 1, 1, 64};
        QVERIFY(task.shape() == shape);
        const Batch batch = task.make(Task::Stream::training, 0, 1000);
        QVERIFY(keeps(batch, shape, 1000));
        std::set<std::ptrdiff_t> periods;
        for (Index b = 0; b < 1000; ++b) {
            const Symbols inputs = inputs_of(batch, b);
            const Symbols targets = targets_of(batch, b);
            const auto period = std::find(inputs.begin() + 1, inputs.end(), inputs.front()) - inputs.begin();
            periods.insert(period);
            QCOMPARE(std::ssize(std::set(inputs.begin(), inputs.begin() + period)), period);
            for (std::ptrdiff_t i = 0; i < 64; ++i) {
                const auto at = static_cast<std::size_t>(i);
                QCOMPARE(inputs[at], inputs[static_cast<std::size_t>(i % period)]);
                // What came after the same symbol the last time.
                QCOMPARE(targets[at], i < period ? Batch::none : inputs[static_cast<std::size_t>(i - period + 1)]);
            }
        }
        QCOMPARE(std::ssize(periods), 25); // each of 25 in 1000 draws but for a chance of 5e-17
        QCOMPARE(*periods.begin(), 8);
        QCOMPARE(*periods.rbegin(), 32);
    }

    void names_differ() {
        const InductionTask task(42);
        std::set<std::string> names;
        for (std::int32_t symbol = 0; symbol < 64; ++symbol) {
            names.insert(task.class_name(symbol));
            QCOMPARE(task.input_name(std::array{symbol}), task.class_name(symbol));
        }
        QCOMPARE(names.size(), std::size_t{64});
    }
};

QTEST_GUILESS_MAIN(InductionTest)
#include "induction_test.moc"
