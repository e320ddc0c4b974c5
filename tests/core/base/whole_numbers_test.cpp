#include "core/base/whole_numbers.h"

#include <QtTest>

using namespace headscope;

class WholeNumbersTest : public QObject {
    Q_OBJECT

private slots:
    void division_rounds_up() {
        QCOMPARE(ceil_divided(0, 32), 0);
        QCOMPARE(ceil_divided(1, 32), 1);
        QCOMPARE(ceil_divided(32, 32), 1);
        QCOMPARE(ceil_divided(33, 32), 2);
        QCOMPARE(ceil_divided(largest, 1), largest);
        QCOMPARE(ceil_divided(largest, 2), Index{1} << 62);
    }

    void a_product_stays_at_the_largest_number() {
        QCOMPARE(saturated_product(3, 4), 12);
        QCOMPARE(saturated_product(Index{1} << 31, Index{1} << 31), Index{1} << 62);
        QCOMPARE(saturated_product(Index{1} << 32, Index{1} << 31), largest);
    }

private:
    static constexpr Index largest = std::numeric_limits<Index>::max();
};

QTEST_APPLESS_MAIN(WholeNumbersTest)
#include "whole_numbers_test.moc"
