#include "app/interrupt.h"

#include <condition_variable>
#include <csignal>
#include <mutex>

#include <QtTest>

using headscope::ui::Interrupt;

namespace {

/// Whether the stop comes; there is no other way than to wait for it, and nothing but a fault makes it late.
bool comes(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::unique_lock lock(mutex);
    changed.wait_for(lock, stop, std::chrono::seconds(60), [] { return false; });
    return stop.stop_requested();
}

} // namespace

class InterruptTest : public QObject {
    Q_OBJECT

private slots:
    void a_signal_stops_whatever_goes_on() {
        for (const int signal : {SIGINT, SIGTERM}) { // the second time is as good as the first
            const Interrupt interrupt;
            QVERIFY(!Interrupt::requested() && !interrupt.stopToken().stop_requested());
            QCOMPARE(std::raise(signal), 0);
            QVERIFY(Interrupt::requested());
            QVERIFY(comes(interrupt.stopToken()));
            QCOMPARE(Interrupt::exitStatus(), 128 + signal);
        }
    }

    void without_one_nothing_is_stopped() {
        std::stop_token stop;
        {
            const Interrupt interrupt;
            stop = interrupt.stopToken();
        }
        QVERIFY(!stop.stop_requested());
        QCOMPARE(Interrupt::exitStatus(), 0);
    }
};

QTEST_GUILESS_MAIN(InterruptTest)
#include "interrupt_test.moc"
