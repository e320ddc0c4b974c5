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
                    changed_.wait_for(lock, patience, [this] { return !hold_; });
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

    void replace_running_cancels_the_running_job() {
        Observer observer;
        LatestWins worker(observer.callbacks());
        observer.hold();
        worker.submit(request(), 1);
        QVERIFY(observer.wait_until_running(1));
        worker.submit(request(), 2, true);
        observer.release();
        QVERIFY(observer.wait_for_outcome(2));
        QCOMPARE(observer.revisions(), (Revisions{1, 2}));
        QCOMPARE(observer.outcome(0).snapshot.error().code, ErrorCode::cancelled);
        QVERIFY(observer.outcome(1).snapshot.has_value());
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
