#include "core/train/tasks/brackets.h"

#include <array>
#include <cmath>
#include <vector>

#include <QtTest>

#include "task_support.h"

using namespace headscope;
using namespace headscope::test;

class BracketsTest : public QObject {
    Q_OBJECT

private slots:
    void a_closer_asks_for_the_kind_it_closes() {
        const BracketsTask task(42);
        const TaskShape shape{4, 3, 1, 1, 32};
        QVERIFY(task.shape() == shape);
        const Batch batch = task.make(Task::Stream::training, 0, 500);
        QVERIFY(keeps(batch, shape, 500));
        std::size_t deepest = 0;
        std::array<int, 3> of_kind{};
        int free = 0; // places where both may follow
        int opened = 0;
        for (Index b = 0; b < 500; ++b) {
            std::vector<std::int32_t> open;
            for (Index i = 0; i < 32; ++i) {
                const std::int32_t symbol = batch.input(b, i)[0];
                const bool closes = symbol == BracketsTask::closer;
                if (!open.empty() && open.size() < 4) {
                    ++free;
                    opened += closes ? 0 : 1;
                }
                QVERIFY(closes ? !open.empty() : open.size() < 4);
                QCOMPARE(batch.target(b, i)[0], closes ? open.back() : Batch::none);
                if (closes) {
                    open.pop_back();
                } else {
                    open.push_back(symbol);
                    ++of_kind[static_cast<std::size_t>(symbol)];
                }
                deepest = std::max(deepest, open.size());
            }
        }
        QCOMPARE(deepest, std::size_t{4});
        const double all = of_kind[0] + of_kind[1] + of_kind[2];
        constexpr double deviations = 5.0;
        for (const int count : of_kind) {
            QVERIFY(std::abs(count - all / 3) < deviations * std::sqrt(all * 2 / 9));
        }
        QVERIFY(std::abs(opened - free / 2.0) < deviations * std::sqrt(free / 4.0));
    }

    void names() {
        const BracketsTask task(42);
        QCOMPARE(task.input_name(std::array{1}), std::string("["));
        QCOMPARE(task.input_name(std::array{3}), std::string("/"));
        QCOMPARE(task.class_name(2), std::string("{"));
    }
};

QTEST_GUILESS_MAIN(BracketsTest)
#include "brackets_test.moc"
