// The window where there is no display to open it on: one sentence, no core dump.
#include "tests/app/headscope_process.h"

using headscope::test::HeadscopeProcess;
using headscope::test::isOneErrorLine;
using headscope::test::Outcome;

class WindowStartTest : public QObject {
    Q_OBJECT

private slots:
    void without_a_display() {
        HeadscopeProcess headscope;
        const Outcome outcome = headscope.run({});
        QVERIFY2(isOneErrorLine(outcome), qPrintable(outcome.out + outcome.err));
        QVERIFY2(outcome.err.contains("DISPLAY") && outcome.err.contains("headscope attend --help"),
                 qPrintable(outcome.err));
        QCOMPARE(outcome.status, 1);
        headscope.set("LANGUAGE", "zh_CN");
        QVERIFY(headscope.run({}).err.startsWith("headscope: 没有可以打开窗口的显示器"));
    }

    void with_a_display_that_is_not_there() {
        HeadscopeProcess headscope;
        headscope.set("DISPLAY", ":59999");
        const Outcome outcome = headscope.run({});
        QVERIFY2(isOneErrorLine(outcome), qPrintable(outcome.out + outcome.err));
        QVERIFY2(outcome.err.contains("DISPLAY=:59999"), qPrintable(outcome.err));
        QCOMPARE(outcome.status, 1);
        headscope.set("LANGUAGE", "zh_CN");
        QVERIFY(headscope.run({}).err.startsWith("headscope: 无法打开窗口（DISPLAY=:59999）"));
    }

    void with_a_platform_that_is_not_there() {
        HeadscopeProcess headscope;
        headscope.set("QT_QPA_PLATFORM", "none");
        const Outcome outcome = headscope.run({});
        QVERIFY2(isOneErrorLine(outcome), qPrintable(outcome.out + outcome.err));
        QVERIFY2(outcome.err.contains("QT_QPA_PLATFORM=none"), qPrintable(outcome.err));
        QCOMPARE(outcome.status, 1);
    }
};

QTEST_GUILESS_MAIN(WindowStartTest)
#include "window_start_test.moc"
