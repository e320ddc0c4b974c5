#include <algorithm>
#include <cmath>
#include <limits>

#include <QtTest>

#include "core/base/portable_math.h"
#include "core/base/random.h"
#include "tests/support/near.h"

using namespace headscope;

namespace {

static_assert(std::numeric_limits<long double>::digits > std::numeric_limits<double>::digits,
              "the libm reference below needs a wider type");

/// |actual - exact| in units in the last place of `actual`.
double ulps(double actual, long double exact) {
    const double ulp = std::nextafter(std::abs(actual), std::numeric_limits<double>::infinity()) - std::abs(actual);
    return static_cast<double>(std::abs(exact - static_cast<long double>(actual)) / static_cast<long double>(ulp));
}

/// 200,000 fixed numbers in [0, 1) for each caller.
template <typename F>
void for_many(std::string_view name, F&& check) {
    const RandomStream stream(1, name);
    for (std::uint64_t i = 0; i < 200000; ++i) {
        check(static_cast<double>(stream.bits(i) >> 11) * 0x1p-53);
    }
}

} // namespace

class TestPortableMath : public QObject {
    Q_OBJECT

private slots:
    void logarithm_of_exact_cases() {
        QCOMPARE_EQ(portable::log(1.0), 0.0);
        QCOMPARE_EQ(portable::log(2.0), 0x1.62e42fefa39efp-1);
        QCOMPARE_EQ(portable::log(0.5), -0x1.62e42fefa39efp-1);
        QCOMPARE_EQ(portable::log(0x1.fffffffffffffp-1), -0x1p-53);
        QCOMPARE_EQ(portable::log(0x1.0000000000001p+0), 0x1.fffffffffffffp-53);
        QCOMPARE_EQ(portable::log(0x1p-53), -0x1.25e4f7b2737fap+5);
    }

    void logarithm_within_one_ulp() {
        double worst = 0.0;
        const auto check = [&worst](double x) {
            worst = std::max(worst, ulps(portable::log(x), std::log(static_cast<long double>(x))));
        };
        for_many("log", [&check](double u) {
            check(u + 0x1p-54);                                            // what the normal quantile needs
            check(1.0 + (u - 0.5) * 1e-3);                                 // where the result is close to 0
            check(std::ldexp(1.0 + u, static_cast<int>(2040 * u) - 1021)); // all exponents
        });
        QVERIFY2(worst <= 1.0, qPrintable(QString::number(worst)));
    }

    void exponential_of_exact_cases() {
        QCOMPARE_EQ(portable::exp(0.0), 1.0);
        QCOMPARE_EQ(portable::exp(1e-20), 1.0);
    }

    void exponential_within_one_ulp() {
        double worst = 0.0;
        const auto check = [&worst](double x) {
            worst = std::max(worst, ulps(portable::exp(x), std::exp(static_cast<long double>(x))));
        };
        for_many("exp", [&check](double u) {
            check(-9.21034037197618 * u); // frequencies of the positional encoding
            check(1400.0 * (u - 0.5));
        });
        check(700.0);
        check(-700.0);
        QVERIFY2(worst <= 1.0, qPrintable(QString::number(worst)));
    }

    void sine_and_cosine_of_exact_cases() {
        const portable::SinCos zero = portable::sin_cos(0.0);
        QCOMPARE_EQ(zero.sin, 0.0);
        QCOMPARE_EQ(zero.cos, 1.0);
        const portable::SinCos one = portable::sin_cos(1.0);
        QCOMPARE_EQ(one.sin, 0x1.aed548f090ceep-1);
        QCOMPARE_EQ(one.cos, 0x1.14a280fb5068cp-1);
        // The double nearest to pi is 1.22e-16 short of it.
        COMPARE_NEAR(portable::sin_cos(0x1.921fb54442d18p+1).sin, 0x1.1a62633145c07p-53, 1e-30);
    }

    // One rounding of a value up to 1 is 1.1e-16; the reduced angle's own rounding adds as much at most.
    void sine_and_cosine_within_2e_16() {
        double worst = 0.0;
        const auto check = [&worst](double x) {
            const portable::SinCos actual = portable::sin_cos(x);
            const auto exact = static_cast<long double>(x);
            worst = std::max({worst, static_cast<double>(std::abs(std::sin(exact) - actual.sin)),
                              static_cast<double>(std::abs(std::cos(exact) - actual.cos))});
        };
        for_many("sin", [&check](double u) {
            check(8.0 * (u - 0.5));
            check(2.0 * portable::largest_angle * (u - 0.5));
            check(std::floor(portable::largest_angle * u)); // positions
        });
        for (const double close_to_a_multiple_of_pi : {355.0, 710.0, 103993.0, 104348.0, 208341.0, 312689.0}) {
            check(close_to_a_multiple_of_pi);
        }
        check(portable::largest_angle);
        check(-portable::largest_angle);
        QVERIFY2(worst <= 2e-16, qPrintable(QString::number(worst)));
    }

    void normal_quantile_data() {
        QTest::addColumn<double>("p");
        QTest::addColumn<double>("x");
        // Solved with mpmath to 40 digits. Python's statistics.NormalDist().inv_cdf, the same algorithm, is off by up
        // to 1.6e-15 in this table.
        const auto row = [](const char* name, double p, double x) { QTest::newRow(name) << p << x; };
        row("2^-53, the smallest used", 0x1p-53, -8.2095361516013869);
        row("1e-15", 1e-15, -7.9413453261709968);
        row("1e-12", 1e-12, -7.0344838253011319);
        row("just in the far tail", 1.3e-11, -6.6676114565107408);
        row("just out of the far tail", 1.5e-11, -6.6465708874771129);
        row("1e-10", 1e-10, -6.3613409024040562);
        row("1e-6", 1e-6, -4.7534243088228990);
        row("1e-4", 1e-4, -3.7190164854556806);
        row("0.001", 0.001, -3.0902323061678135);
        row("0.025", 0.025, -1.9599639845400542);
        row("0.074", 0.074, -1.4466320671589785);
        row("0.075, where the centre begins", 0.075, -1.4395314709384559);
        row("0.0751", 0.0751, -1.4388253927525400);
        row("0.1", 0.1, -1.2815515655446004);
        row("0.25", 0.25, -0.67448975019608174);
        row("0.4", 0.4, -0.25334710313579974);
        row("0.5", 0.5, 0.0);
        row("0.75", 0.75, 0.67448975019608174);
        row("0.925", 0.925, 1.4395314709384562);
        row("0.975", 0.975, 1.9599639845400539);
        row("0.999", 0.999, 3.0902323061678133);
        row("1 - 1e-6", 1.0 - 1e-6, 4.7534243088170878);
        row("1 - 2^-53, the largest used", 0x1.fffffffffffffp-1, 8.2095361516013869);
    }

    void normal_quantile() {
        QFETCH(double, p);
        QFETCH(double, x);
        // The paper states "about 1 part in 10^16"; evaluating it in float64 leaves a few roundings.
        COMPARE_NEAR(portable::normal_quantile(p), x, 1e-15 * std::max(1.0, std::abs(x)));
    }

    void normal_quantile_is_antisymmetric_and_rises() {
        double before = -9.0;
        for (int i = 1; i < 4096; ++i) {
            const double p = i / 4096.0;
            const double x = portable::normal_quantile(p);
            QCOMPARE_EQ(x, -portable::normal_quantile(1.0 - p));
            QVERIFY(x > before);
            before = x;
        }
    }
};

QTEST_APPLESS_MAIN(TestPortableMath)
#include "portable_math_test.moc"
