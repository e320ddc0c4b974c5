// From a key press to the painted window, and what typing costs the GUI thread: figures for ./dev bench.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTabBar>
#include <QTest>

#include "tests/ui/widgets/window_fixture.h"
#include "ui/session/cost_source.h"

using namespace headscope;
using namespace headscope::ui;

namespace {

struct Quantiles {
    double median = 0.0;
    double p95 = 0.0;
    double largest = 0.0;
};

Quantiles quantilesOf(std::vector<double> values) {
    std::ranges::sort(values);
    const auto at = [&](double q) {
        return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
    };
    return {at(0.5), at(0.95), values.back()};
}

/// n tokens, of which the last one is typed on and off.
QString sentence(int tokens) {
    static constexpr const char* words[] = {"the",     "animal", "didn't", "cross", "street",
                                            "because", "it",     "was",    "too",   "tired"};
    QStringList list;
    for (int i = 0; i < tokens - 1; ++i) {
        list += QString::fromLatin1(words[i % 10]);
    }
    return list.join(QLatin1Char(' ')) + QLatin1Char(' ');
}

double threadMilliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Remembers how long one event kept the GUI thread at most: by the clock, and in processor time, which another program
/// on the same cores does not lengthen.
class WatchedApplication : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override {
        QElapsedTimer timer;
        timer.start();
        const double before = threadMilliseconds();
        ++depth_;
        const bool handled = QApplication::notify(receiver, event);
        if (--depth_ == 0) {
            longest.clock = std::max(longest.clock, static_cast<double>(timer.nsecsElapsed()) / 1e6);
            longest.processor = std::max(longest.processor, threadMilliseconds() - before);
        }
        return handled;
    }
    struct Longest {
        double clock = 0.0;
        double processor = 0.0;
    };
    Longest longest;

private:
    int depth_ = 0;
};

void waitUntilDrawn(WindowFixture& f) {
    while (!f.idle()) {
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
    // What the result asked to be repainted is painted when the queue is empty.
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
}

struct KeyCase {
    int tokens;
    bool causal; ///< under the causal mask a token more leaves all rows before it as they are
    double median, p95;
};

constexpr KeyCase keyCases[] = {{16, false, 6, 12}, {128, false, 10, 20}, {512, false, 45, 90}, {512, true, 12, 25}};

Quantiles keyToPaint(WindowFixture& f, const KeyCase& keys, int repeats) {
    f.setText(sentence(keys.tokens));
    f.window().session().change(Session::Field::mask, [&](SessionState& state) {
        state.request.attention.mask = keys.causal ? Mask::causal() : Mask();
    });
    waitUntilDrawn(f);
    auto* edit = f.find<SequenceEdit>("text");
    edit->moveCursor(QTextCursor::End);
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) {
        QElapsedTimer timer;
        timer.start();
        QTest::keyClick(edit, i % 2 == 0 ? Qt::Key_A : Qt::Key_Backspace);
        waitUntilDrawn(f);
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    return quantilesOf(times);
}

/// All cases, or those of so many tokens.
void printKeys(WindowFixture& f, int only) {
    f.window().resize(1280, 820);
    std::printf("\nKey press to painted window (d_model 512, 8 heads; one token more, one less), ms\n"
                "%8s %8s %10s %10s %16s\n",
                "tokens", "mask", "median", "95 %", "goal");
    for (const KeyCase& keys : keyCases) {
        if (only != 0 && keys.tokens != only) {
            continue;
        }
        const Quantiles q = keyToPaint(f, keys, keys.tokens >= 512 ? 60 : 100);
        std::printf("%8d %8s %10.1f %10.1f %9.0f / %.0f\n", keys.tokens, keys.causal ? "causal" : "none", q.median,
                    q.p95, keys.median, keys.p95);
    }
}

/// 20 keys a second for five seconds; the longest that one event held the GUI thread.
WatchedApplication::Longest longestHoldWhileTyping(WatchedApplication& application, WindowFixture& f, int tokens) {
    f.setText(sentence(tokens));
    waitUntilDrawn(f);
    auto* edit = f.find<SequenceEdit>("text");
    edit->moveCursor(QTextCursor::End);
    application.longest = {};
    for (int i = 0; i < 100; ++i) {
        QElapsedTimer timer;
        timer.start();
        QCoreApplication::postEvent(edit, new QKeyEvent(QEvent::KeyPress, i % 2 == 0 ? Qt::Key_A : Qt::Key_Backspace,
                                                        {}, i % 2 == 0 ? QStringLiteral("a") : QString()));
        while (timer.elapsed() < 50) {
            QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
        }
    }
    return application.longest;
}

struct CostUpdate {
    Quantiles update; ///< all models computed and all views told
    Quantiles paint;  ///< and painted, all of the tab
};

/// The whole Cost tab, 2,560 x 1,440 so that all of it is on screen, as n grows by one; in processor time.
CostUpdate costUpdate(WindowFixture& f, CostMode mode) {
    f.window().resize(2560, 1440);
    f.find<QTabBar>("tabs")->setCurrentIndex(1);
    auto* source = f.find<CostSource>("costSource");
    std::vector<double> updates;
    std::vector<double> paints;
    for (Index n = 512; n < 612; ++n) {
        f.window().session().change(Session::Field::view, [&](SessionState& state) {
            state.view.cost.mode = mode;
            state.view.cost.seq_len = n;
        });
        const double begin = threadMilliseconds();
        source->updateNow();
        const double updated = threadMilliseconds();
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
        updates.push_back(updated - begin);
        paints.push_back(threadMilliseconds() - begin);
    }
    return {quantilesOf(updates), quantilesOf(paints)};
}

double residentMiB() {
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly)) {
        return 0.0;
    }
    return file.readAll().split(' ').at(1).toDouble() * 4096.0 / (1024.0 * 1024.0);
}

} // namespace

int main(int argc, char** argv) {
    QElapsedTimer start;
    start.start();
    WatchedApplication application(argc, argv);
    WindowFixture f;
    waitUntilDrawn(f);
    if (argc > 1) { // only the keys at so many tokens: for a profiler
        printKeys(f, std::atoi(argv[1]));
        return 0;
    }
    std::printf("Start to first heatmaps        %8.0f ms   (goal 1000)\n",
                static_cast<double>(start.nsecsElapsed()) / 1e6);
    std::printf("Memory of the window           %8.0f MiB  (goal 150)\n", residentMiB());
    printKeys(f, 0);
    const WatchedApplication::Longest hold = longestHoldWhileTyping(application, f, 128);
    std::printf("\nTyping 20 characters a second at 128 tokens holds the GUI thread at most %.1f ms of processor time, "
                "%.1f ms by the clock (goal 16)\n",
                hold.processor, hold.clock);
    std::printf("\nUpdate of the whole cost panel, ms of processor time (goal 2)\n%10s %10s %10s %16s\n", "", "median",
                "95 %", "with painting");
    for (const CostMode mode : {CostMode::inference, CostMode::training}) {
        const CostUpdate q = costUpdate(f, mode);
        std::printf("%10s %10.2f %10.2f %16.2f\n", mode == CostMode::training ? "training" : "inference",
                    q.update.median, q.update.p95, q.paint.median);
    }
    return 0;
}
