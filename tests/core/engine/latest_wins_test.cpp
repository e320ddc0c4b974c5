#include "core/engine/latest_wins.h"

#include <QtTest>

#include "tests/support/attention_cases.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

using Revisions = std::vector<std::uint64_t>;

Request request(std::string text = "the cat sat") {
    Request r;
    r.input = TextInput{std::move(text), Tokenizer::words, Positions::sinusoidal};
    r.dims = dims_of(8, 2);
    return r;
}

/// Collects outcomes, and can hold the worker inside its first report of progress.
class Observer {
public:
    LatestWins::Callbacks callbacks() {
        return {[this](LatestWins::Outcome outcome) {
                    const std::scoped_lock lock(mutex_);
                    outcomes_.push_back(std::move(outcome));
                    changed_.notify_all();
                },
                [this](std::uint64_t revision, double) {
                    std::unique_lock lock(mutex_);
                    running_ = revision;
                    changed_.notify_all();
                    changed_.wait_for(lock, patience, [&] { return !hold_ || revision <= released_; });
                }};
    }

    void hold() {
        const std::scoped_lock lock(mutex_);
        hold_ = true;
    }
    void release() {
        const std::scoped_lock lock(mutex_);
        hold_ = false;
        changed_.notify_all();
    }
    /// The jobs up to this one.
    void release(std::uint64_t revision) {
        const std::scoped_lock lock(mutex_);
        released_ = revision;
        changed_.notify_all();
    }
    bool wait_until_running(std::uint64_t revision) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, patience, [&] { return running_ == revision; });
    }
    bool wait_for_outcome(std::uint64_t revision) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, patience,
                                 [&] { return !outcomes_.empty() && outcomes_.back().revision == revision; });
    }

    Revisions revisions() {
        const std::scoped_lock lock(mutex_);
        Revisions all;
        for (const LatestWins::Outcome& outcome : outcomes_) {
            all.push_back(outcome.revision);
        }
        return all;
    }
    LatestWins::Outcome outcome(std::size_t i) {
        const std::scoped_lock lock(mutex_);
        return outcomes_.at(i);
    }

private:
    static constexpr std::chrono::seconds patience{60};
    std::mutex mutex_;
    std::condition_variable changed_;
    bool hold_ = false;
    std::uint64_t running_ = 0;
    std::uint64_t released_ = 0;
    std::vector<LatestWins::Outcome> outcomes_;
};

} // namespace

class LatestWinsTest : public QObject {
    Q_OBJECT

private slots:
    void a_request_is_run() {
        Observer observer;
        LatestWins worker(observer.callbacks());
        worker.submit(request("one two"), 5);
        QVERIFY(observer.wait_for_outcome(5));
        QCOMPARE((*observer.outcome(0).snapshot)->tokens.size(), 2U);
        QVERIFY((*observer.outcome(0).snapshot)->request == request("one two"));
    }

    void an_error_is_an_outcome() {
        Observer observer;
        LatestWins worker(observer.callbacks());
        worker.submit(request("\xff"), 1);
        QVERIFY(observer.wait_for_outcome(1));
        QCOMPARE(observer.outcome(0).snapshot.error().code, ErrorCode::text_invalid_utf8);
        worker.submit(request(), 2);
        QVERIFY(observer.wait_for_outcome(2));
        QVERIFY(observer.outcome(1).snapshot.has_value());
    }

    void a_new_request_replaces_the_pending_one_and_the_running_one_finishes() {
        Observer observer;
        LatestWins worker(observer.callbacks());
        observer.hold();
        worker.submit(request("1"), 1);
        QVERIFY(observer.wait_until_running(1));
        for (std::uint64_t revision = 2; revision <= 50; ++revision) {
            worker.submit(request(std::to_string(revision)), revision);
        }
        observer.release();
        QVERIFY(observer.wait_for_outcome(50));
        QCOMPARE(observer.revisions(), (Revisions{1, 50}));
        QCOMPARE((*observer.outcome(0).snapshot)->tokens[0].text, "1");
        QCOMPARE((*observer.outcome(1).snapshot)->tokens[0].text, "50");
    }

    void bursts_end_with_the_last_request() {
        Observer observer;
        LatestWins worker(observer.callbacks());
        std::uint64_t revision = 0;
        for (int burst = 0; burst < 20; ++burst) {
            for (int i = 0; i < 30; ++i) {
                worker.submit(request("text " + std::to_string(i)), ++revision, i % 7 == 0);
            }
            QVERIFY(observer.wait_for_outcome(revision));
        }
        const Revisions revisions = observer.revisions();
        QVERIFY(revisions.size() <= revision);
        QVERIFY(std::ranges::is_sorted(revisions, std::less_equal<>()));
        QVERIFY(observer.outcome(revisions.size() - 1).snapshot.has_value());
    }

    void stop_ends_the_running_job_and_drops_the_pending_one() {
        Observer observer;
        LatestWins worker(observer.callbacks());
        observer.hold();
        worker.submit(request(), 1);
        QVERIFY(observer.wait_until_running(1));
        worker.submit(request(), 2);
        worker.stop();
        observer.release();
        QVERIFY(observer.wait_for_outcome(1));
        QCOMPARE(observer.outcome(0).snapshot.error().code, ErrorCode::cancelled);
        worker.submit(request(), 3);
        QVERIFY(observer.wait_for_outcome(3));
        QCOMPARE(observer.revisions(), (Revisions{1, 3}));
        QVERIFY(observer.outcome(1).snapshot.has_value());
    }

    void stop_without_a_job_does_nothing() {
        Observer observer;
        LatestWins worker(observer.callbacks());
        worker.stop();
        worker.submit(request(), 1);
        QVERIFY(observer.wait_for_outcome(1));
        QVERIFY(observer.outcome(0).snapshot.has_value());
    }

    void a_long_job_is_stopped_for_a_newer_one_and_a_short_one_is_not() {
        for (const bool is_long : {true, false}) {
            Observer observer;
            LatestWins worker(observer.callbacks());
            observer.hold();
            worker.submit(request(), 1, is_long);
            QVERIFY(observer.wait_until_running(1));
            worker.submit(request(), 2, !is_long);
            observer.release();
            QVERIFY(observer.wait_for_outcome(2));
            QCOMPARE(observer.revisions(), (Revisions{1, 2}));
            QCOMPARE(observer.outcome(0).snapshot.has_value(), !is_long);
            QVERIFY(is_long ? observer.outcome(0).snapshot.error().code == ErrorCode::cancelled : true);
            QVERIFY(observer.outcome(1).snapshot.has_value());
        }
    }

    void who_types_without_a_pause_sees_a_result_after_a_second() {
        Observer observer;
        std::atomic<int> milliseconds = 0;
        LatestWins worker(observer.callbacks(), 1,
                          [&] { return StopRule::Clock::time_point(std::chrono::milliseconds(milliseconds)); });
        observer.hold();
        worker.submit(request(), 1, true);
        for (std::uint64_t revision = 1; revision < 8; ++revision) { // a key every 300 ms, and runs that take longer
            QVERIFY(observer.wait_until_running(revision));
            milliseconds += 300;
            worker.submit(request(), revision + 1, true);
            observer.release(revision);
        }
        observer.release();
        QVERIFY(observer.wait_for_outcome(8));
        QStringList results;
        for (std::size_t i = 0; i < 8; ++i) {
            results += observer.outcome(i).snapshot ? QStringLiteral("shown") : QStringLiteral("stopped");
        }
        // Stops at 300, 600, 900 and 1200 ms; at 1500 ms there has been nothing to see for more than a second.
        QCOMPARE(results.join(u' '), QStringLiteral("stopped stopped stopped stopped shown stopped stopped shown"));
    }

    void stop_ends_a_run_that_typing_would_not() {
        Observer observer;
        std::atomic<int> seconds = 0;
        LatestWins worker(observer.callbacks(), 1,
                          [&] { return StopRule::Clock::time_point(std::chrono::seconds(seconds)); });
        observer.hold();
        worker.submit(request(), 1, true);
        QVERIFY(observer.wait_until_running(1));
        worker.submit(request(), 2, true);
        observer.release(1);
        QVERIFY(observer.wait_until_running(2));
        seconds = 2;
        worker.submit(request(), 3, true); // run 2 is to finish
        worker.stop();
        observer.release();
        QVERIFY(observer.wait_for_outcome(2));
        QCOMPARE(observer.outcome(1).snapshot.error().code, ErrorCode::cancelled);
    }

    void the_worker_may_submit_from_its_own_outcome() {
        Observer observer;
        LatestWins::Callbacks callbacks = observer.callbacks();
        std::atomic<LatestWins*> self = nullptr;
        const auto collect = callbacks.finished;
        callbacks.finished = [&](LatestWins::Outcome outcome) {
            if (outcome.revision < 4) {
                self.load()->submit(request(), outcome.revision + 1);
            }
            collect(std::move(outcome));
        };
        LatestWins worker(std::move(callbacks));
        self = &worker;
        worker.submit(request(), 1);
        QVERIFY(observer.wait_for_outcome(4));
        QCOMPARE(observer.revisions(), (Revisions{1, 2, 3, 4}));
    }

    void destroying_it_ends_a_long_run_and_publishes_nothing_more() {
        Observer observer;
        {
            LatestWins worker(observer.callbacks());
            Request large; // about 16 * 10^9 multiplications: seconds, if it were not stopped
            large.dims = dims_of(2048, 1);
            const auto zero = std::make_shared<const Tensor>(Tensor::zeros({1, 1024, 2048}));
            large.input = ArrayInput{{zero, zero, zero}, false};
            worker.submit(large, 1);
            QVERIFY(observer.wait_until_running(1));
            worker.submit(request(), 2);
        }
        QVERIFY(observer.revisions().empty());
    }

    void destroying_it_unused_or_at_once_works() {
        for (int i = 0; i < 50; ++i) {
            Observer observer;
            LatestWins worker(observer.callbacks());
            if (i % 2 == 0) {
                worker.submit(request(), 1);
            }
        }
    }
};

QTEST_GUILESS_MAIN(LatestWinsTest)
#include "latest_wins_test.moc"
