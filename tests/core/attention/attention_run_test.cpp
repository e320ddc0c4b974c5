// Progress and stop.
#include <thread>

#include <QtTest>

#include "core/attention/attention.h"
#include "tests/support/attention_cases.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

Result<Trace> run(Index n, const RunControl& control, Index batch = 1) {
    return attend(self_input(batch, n, 64), *random_parameters(64, 42), dims_of(64, 8), {}, control);
}

} // namespace

class AttentionRunTest : public QObject {
    Q_OBJECT

private slots:
    void progress_rises_to_1() {
        for (const Index n : {1, 5, 300}) {
            std::vector<double> told;
            QVERIFY(run(n, {{}, [&told](double fraction) { told.push_back(fraction); }}, 2).has_value());
            QVERIFY(std::ranges::is_sorted(told, std::less_equal<>()));
            QVERIFY(told.front() > 0.0);
            QCOMPARE(told.back(), 1.0);
            QCOMPARE(std::ranges::count(told, 1.0), 1);
            QVERIFY(told.size() <= 101); // a hundredth or more at a time
        }
    }

    void a_run_stopped_before_it_starts_is_cancelled() {
        std::stop_source stop;
        stop.request_stop();
        const Result<Trace> trace = run(5, {stop.get_token(), {}});
        QVERIFY(trace.error() == fail(ErrorCode::cancelled).value());
    }

    void a_run_can_be_stopped_at_every_step() {
        std::size_t steps = 0;
        QVERIFY(run(300, {{}, [&steps](double) { ++steps; }}).has_value());
        QVERIFY(steps > 10);
        for (std::size_t stop_at = 1; stop_at < steps; ++stop_at) { // after the last step it is finished
            std::stop_source stop;
            std::size_t step = 0;
            const Result<Trace> trace = run(300, {stop.get_token(), [&](double) {
                                                      if (++step == stop_at) {
                                                          stop.request_stop();
                                                      }
                                                  }});
            QVERIFY(trace.error() == fail(ErrorCode::cancelled).value());
            QCOMPARE(step, stop_at); // nothing more is told, so nothing more was done
        }
    }

    void threads_change_no_bit() {
        const Parameters parameters = *random_parameters(24, 42);
        for (const auto& [batch, n_q, n_k] : {std::array<Index, 3>{1, 1, 1}, {2, 7, 7}, {1, 300, 300}, {3, 130, 5}}) {
            for (const Mask& mask : {Mask(), Mask::causal(), random_mask(batch, n_q, n_k, 3, 0.5F, {0})}) {
                AttentionSettings settings;
                settings.mask = mask;
                settings.dropout = 0.2;
                const AttentionInput input = cross_input(batch, n_q, n_k, 24);
                const Result<Trace> want = attend(input, parameters, dims_of(24, 6), settings);
                for (const Index threads : {2, 3, 100}) {
                    const Result<Trace> got = attend(input, parameters, dims_of(24, 6), settings, {{}, {}, threads});
                    QVERIFY(same_bits(got->scores.values(), want->scores.values()));
                    QVERIFY(same_bits(got->weights.values(), want->weights.values()));
                    QVERIFY(same_bits(got->dropped.values(), want->dropped.values()));
                    QVERIFY(same_bits(got->output.values(), want->output.values()));
                    QCOMPARE(got->fully_masked_rows, want->fully_masked_rows);
                }
            }
        }
    }

    void with_threads_progress_is_told_on_the_calling_thread() {
        std::vector<double> told;
        const std::thread::id caller = std::this_thread::get_id();
        bool on_caller = true;
        const auto tell = [&](double fraction) {
            on_caller = on_caller && std::this_thread::get_id() == caller;
            told.push_back(fraction);
        };
        QVERIFY(run(300, {{}, tell, 4}, 2).has_value());
        QVERIFY(on_caller);
        QVERIFY(std::ranges::is_sorted(told, std::less_equal<>()));
        QCOMPARE(told.back(), 1.0);
    }

    void with_threads_a_run_can_be_stopped() {
        for (const double at : {0.05, 0.2}) { // told after K's projection, and after V's: the heads see the stop
            std::stop_source stop;
            const auto stop_then = [&](double fraction) {
                if (fraction >= at) {
                    stop.request_stop();
                }
            };
            QVERIFY(run(300, {stop.get_token(), stop_then, 3}) == fail(ErrorCode::cancelled));
        }
    }

    void a_large_layer_is_cut_into_small_pieces() {
        // A projection is 2.7 * 10^8 multiplications here: it is cut by columns too, not only by rows.
        std::vector<double> told;
        const Linear zero{Matrix::Zero(2048, 2048), Vector::Zero(2048)};
        const RunControl control{{}, [&told](double fraction) { told.push_back(fraction); }};
        const Parameters zeros{zero, zero, zero, zero};
        QVERIFY(attend(self_input(1, 64, 2048), zeros, dims_of(2048, 8), {}, control).has_value());
        double last = 0.0;
        for (const double fraction : told) {
            QVERIFY(fraction - last < 0.05);
            last = fraction;
        }
    }
};

QTEST_GUILESS_MAIN(AttentionRunTest)
#include "attention_run_test.moc"
