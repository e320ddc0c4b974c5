#include "core/train/tasks/digits.h"

#include <algorithm>
#include <array>

#include <QtTest>

#include "task_support.h"

using namespace headscope;
using namespace headscope::test;

namespace {

/// Digits, separator, answer without its last; targets from the separator on.
bool asks(const Batch& batch, Index b, const Symbols& answer) {
    const Symbols inputs = inputs_of(batch, b);
    const Symbols targets = targets_of(batch, b);
    return inputs[10] == DigitsTask::separator && std::equal(inputs.begin() + 11, inputs.end(), answer.begin()) &&
           std::ranges::count(targets, Batch::none) == 10 &&
           std::equal(targets.begin() + 10, targets.end(), answer.begin());
}

} // namespace

class DigitsTest : public QObject {
    Q_OBJECT

private slots:
    void answers_data() {
        QTest::addColumn<bool>("sorted");
        QTest::newRow("reverse") << false;
        QTest::newRow("sort") << true;
    }
    void answers() {
        QFETCH(bool, sorted);
        const DigitsTask task(sorted ? DigitsTask::Answer::sorted : DigitsTask::Answer::reversed, 42);
        const TaskShape shape{11, 10, 1, 1, 20};
        QVERIFY(task.shape() == shape);
        const Batch batch = task.make(Task::Stream::training, 0, 300);
        QVERIFY(keeps(batch, shape, 300));
        std::array<int, 10> of_digit{};
        for (Index b = 0; b < 300; ++b) {
            const Symbols inputs = inputs_of(batch, b);
            Symbols answer(inputs.begin(), inputs.begin() + 10);
            for (const std::int32_t digit : answer) {
                QVERIFY(digit >= 0 && digit < 10);
                ++of_digit[static_cast<std::size_t>(digit)];
            }
            if (sorted) {
                std::ranges::sort(answer);
            } else {
                std::ranges::reverse(answer);
            }
            QVERIFY(asks(batch, b, answer));
        }
        for (const int count : of_digit) {
            QVERIFY(std::abs(count - 300) < 5 * 17); // five deviations
        }
    }

    void names() {
        const DigitsTask task(DigitsTask::Answer::sorted, 42);
        QCOMPARE(task.input_name(std::array{7}), std::string("7"));
        QCOMPARE(task.input_name(std::array{10}), std::string("→"));
        QCOMPARE(task.class_name(0), std::string("0"));
    }
};

QTEST_GUILESS_MAIN(DigitsTest)
#include "digits_test.moc"
