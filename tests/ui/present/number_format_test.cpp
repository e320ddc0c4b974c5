#include <limits>

#include <QLocale>
#include <QtTest>

#include "ui/present/number_format.h"

using namespace headscope::ui;

class NumberFormatTest : public QObject {
    Q_OBJECT
private slots:
    // A German user sees the same digits: 0.4127, not 0,4127.
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::German)); }

    void weights() {
        QCOMPARE(weightText(0.41270351F), QStringLiteral("0.4127"));
        QCOMPARE(weightText(0.0F), QStringLiteral("0"));
        QCOMPARE(weightText(1.0F), QStringLiteral("1.0000"));
        QCOMPARE(weightText(1.1111112F), QStringLiteral("1.1111"));
        QCOMPARE(weightText(4.9e-5F), QStringLiteral("<0.0001"));
        QCOMPARE(weightText(5.1e-5F), QStringLiteral("0.0001"));
        QCOMPARE(weightText(1e-45F), QStringLiteral("<0.0001"));
        QCOMPARE(weightText(0.4127F, 2), QStringLiteral("0.41"));
        QCOMPARE(weightText(0.0049F, 2), QStringLiteral("<0.01"));
    }

    void exact_text_reads_back() {
        QCOMPARE(exactText(0.41270351F), QStringLiteral("0.4127035"));
        QCOMPARE(exactText(0.0F), QStringLiteral("0"));
        for (const float value : {0.1F, 1.0F / 3, 1e-7F, 0.99999994F, std::numeric_limits<float>::denorm_min()}) {
            QCOMPARE_EQ(exactText(value).toFloat(), value);
        }
    }

    void scores() {
        QCOMPARE(scoreText(1.234F), QStringLiteral("1.2340"));
        QCOMPARE(scoreText(-0.0312F), QStringLiteral("−0.0312"));
        QCOMPARE(scoreText(0.0F), QStringLiteral("0.0000"));
        QCOMPARE(scoreText(250000.09F), QStringLiteral("250000.1"));
        QCOMPARE(scoreText(-3.4028235e38F), QStringLiteral("−3.402823e38"));
    }

    void bytes() {
        QCOMPARE(bytesText(0), QStringLiteral("0 B"));
        QCOMPARE(bytesText(1023), QStringLiteral("1023 B"));
        QCOMPARE(bytesText(1024), QStringLiteral("1 KiB"));
        QCOMPARE(bytesText(2202010), QStringLiteral("2.1 MiB"));
        QCOMPARE(bytesText(36 * 1024 * 1024), QStringLiteral("36 MiB"));
        QCOMPARE(bytesText(36 * 1024 * 1024 + 1), QStringLiteral("36.0 MiB")); // nearly: not the whole number
        QCOMPARE(bytesText(1024 * 1024 - 1), QStringLiteral("1.0 MiB"));
        QCOMPARE(bytesText(512LL << 30), QStringLiteral("512 GiB"));
        QCOMPARE(bytesText(std::numeric_limits<headscope::Index>::max()), QStringLiteral("8192 PiB"));
        QCOMPARE(exactBytesText(2202010), QStringLiteral("2,202,010 B"));
    }

    void percent_and_factor() {
        QCOMPARE(percentText(62, 100), QStringLiteral("62 %"));
        QCOMPARE(percentText(34, 1000), QStringLiteral("3.4 %"));
        QCOMPARE(percentText(995, 10'000), QStringLiteral("10 %")); // 9.95: never "10.0 %"
        QCOMPARE(percentText(0, 5), QStringLiteral("0 %"));
        QCOMPARE(percentText(0, 0), QStringLiteral("0 %"));
        QCOMPARE(percentText(1, 1'000'000), QStringLiteral("<0.1 %"));
        QCOMPARE(percentText(999'999, 1'000'000), QStringLiteral(">99 %"));
        QCOMPARE(percentText(7, 7), QStringLiteral("100 %"));
        QCOMPARE(factorText(1.6249), QStringLiteral("×1.62"));
    }

    void counts_times_operations() {
        QCOMPARE(countText(0), QStringLiteral("0"));
        QCOMPARE(countText(1050624), QStringLiteral("1,050,624"));
        QCOMPARE(durationText(0.000085), QStringLiteral("85 µs"));
        QCOMPARE(durationText(0.00031), QStringLiteral("0.31 ms"));
        QCOMPARE(durationText(0.0124), QStringLiteral("12.4 ms"));
        QCOMPARE(durationText(0.5), QStringLiteral("500 ms"));
        QCOMPARE(durationText(1.24), QStringLiteral("1.2 s"));
        QCOMPARE(flopsText(640), QStringLiteral("640 FLOP"));
        QCOMPARE(flopsText(1234567890), QStringLiteral("1.2 GFLOP"));
        QCOMPARE(flopsText(999999), QStringLiteral("1.0 MFLOP"));
    }
};

QTEST_MAIN(NumberFormatTest)
#include "number_format_test.moc"
