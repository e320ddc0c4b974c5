#include "core/attention/workers.h"

#include <atomic>
#include <new>
#include <thread>
#include <vector>

#include <QtTest>

#include "core/base/contract.h"

using namespace headscope;

class WorkersTest : public QObject {
    Q_OBJECT

private slots:
    void every_task_is_done_once() {
        for (const Index workers : {1, 2, 7}) {
            std::vector<std::atomic<int>> done(100);
            const Result<void> outcome = for_each_task(100, workers, [&](Index worker, Index task) -> Result<void> {
                HEADSCOPE_EXPECTS(worker >= 0 && worker < workers);
                ++done[static_cast<std::size_t>(task)];
                return {};
            });
            QVERIFY(outcome.has_value());
            for (const std::atomic<int>& times : done) {
                QCOMPARE(times.load(), 1);
            }
        }
    }

    void one_worker_is_the_calling_thread_and_goes_in_order() {
        std::vector<Index> order;
        const std::thread::id caller = std::this_thread::get_id();
        const Result<void> outcome = for_each_task(5, 1, [&](Index, Index task) -> Result<void> {
            order.push_back(std::this_thread::get_id() == caller ? task : -1);
            return {};
        });
        QVERIFY(outcome.has_value());
        QVERIFY(order == (std::vector<Index>{0, 1, 2, 3, 4}));
    }

    void a_failure_ends_the_run() {
        for (const Index workers : {1, 3}) {
            std::atomic<Index> begun = 0;
            const Result<void> outcome = for_each_task(1'000'000, workers, [&](Index, Index task) -> Result<void> {
                ++begun;
                return task == 10 ? Result<void>(fail(ErrorCode::cancelled)) : Result<void>();
            });
            QVERIFY(outcome == fail(ErrorCode::cancelled));
            QVERIFY(begun < 1'000'000);
        }
    }

    void an_exception_of_any_worker_comes_back() {
        for (const Index workers : {1, 2, 3}) {
            for (Index thrower = 0; thrower < workers; ++thrower) {
                std::atomic<bool> thrown = false; // the others wait for it, so that it gets a task
                const auto work = [&](Index worker, Index) -> Result<void> {
                    if (worker == thrower) {
                        thrown = true;
                        throw std::bad_alloc();
                    }
                    while (!thrown) {
                        std::this_thread::yield();
                    }
                    return {};
                };
                QVERIFY_THROWS_EXCEPTION(std::bad_alloc, static_cast<void>(for_each_task(1000, workers, work)));
            }
        }
    }
};

QTEST_APPLESS_MAIN(WorkersTest)
#include "workers_test.moc"
