#include "core/engine/stop_rule.h"

#include <QtTest>

using namespace headscope;
using namespace std::chrono_literals;

class StopRuleTest : public QObject {
    Q_OBJECT

private slots:
    void runs_are_stopped_for_a_second() {
        StopRule rule;
        for (const auto& [after, stops] : std::initializer_list<std::pair<std::chrono::milliseconds, bool>>{
                 {0ms, true}, {200ms, true}, {999ms, true}, {1000ms, false}, {1200ms, false}, {60s, false}}) {
            QCOMPARE(rule.may_stop(start + after), stops);
        }
    }

    void the_second_begins_with_the_first_stop_after_a_result() {
        StopRule rule;
        QVERIFY(rule.may_stop(start));
        QVERIFY(!rule.may_stop(start + 2s));
        rule.reset();
        QVERIFY(rule.may_stop(start + 10s));
        QVERIFY(rule.may_stop(start + 10s + 999ms));
        QVERIFY(!rule.may_stop(start + 11s));
    }

private:
    const StopRule::Clock::time_point start{5s};
};

QTEST_APPLESS_MAIN(StopRuleTest)
#include "stop_rule_test.moc"
