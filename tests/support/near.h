#pragma once

#include <cmath>

#include <QtTest>

/// |actual - expected| <= tolerance, and no NaN; QCOMPARE is fuzzy for floats and takes 9e-6f for 0.
#define COMPARE_NEAR(actual, expected, tolerance)                                                                      \
    do {                                                                                                               \
        const double near_actual = static_cast<double>(actual);                                                        \
        const double near_expected = static_cast<double>(expected);                                                    \
        const double near_difference = std::abs(near_actual - near_expected);                                          \
        QVERIFY2(near_difference <= (tolerance),                                                                       \
                 qPrintable(QStringLiteral("%1 is %2, expected %3, off by %4, allowed %5")                             \
                                .arg(QStringLiteral(#actual))                                                          \
                                .arg(near_actual, 0, 'g', 17)                                                          \
                                .arg(near_expected, 0, 'g', 17)                                                        \
                                .arg(near_difference)                                                                  \
                                .arg(static_cast<double>(tolerance))));                                                \
    } while (false)
