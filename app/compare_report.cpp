#include "app/compare_report.h"

#include <algorithm>
#include <chrono>

#include "app/console.h"
#include "core/engine/engine.h"
#include "core/engine/run_cost.h"

namespace headscope::ui {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

// A median of at least 5 is not moved by one interruption; short runs are repeated more often, within a third of a
// second for each number of heads, and long ones as often as a few seconds allow.
constexpr int fewestRuns = 5;
constexpr int mostRuns = 51;
constexpr auto timeForRuns = 300ms;
constexpr auto timeForLongRuns = 3s;

double median(std::vector<double> values) {
    const auto middle = values.begin() + std::ssize(values) / 2;
    std::ranges::nth_element(values, middle);
    return *middle; // the number of runs is odd
}

class CompareRun {
public:
    CompareRun(const AttendJob& job, std::stop_token stop)
        : job_(job)
        , stop_(std::move(stop)) {}

    Result<CompareReport> run() {
        for (done_ = 0; done_ < job_.requests.size(); ++done_) {
            const Result<void> compared =
                withText(job_, job_.requests[done_], job_.lines.front()).and_then([this](const Request& request) {
                    return add(request);
                });
            if (!compared) {
                return tl::make_unexpected(compared.error());
            }
        }
        return std::move(report_);
    }

private:
    Result<void> add(Request request) {
        request.wanted = {}; // what the model of the engine's memory counts: every tensor of the article
        ComparedHeads compared;
        return engine_.run(request, control())
            .and_then([&](const std::shared_ptr<const Snapshot>& snapshot) {
                if (report_.first == nullptr) {
                    report_.first = snapshot;
                }
                compared.countedPeak = snapshot->trace.memory.peak_bytes;
                compared.metrics = head_metrics(snapshot->trace.weights, request.attention.mask);
                return addCost(compared, *snapshot);
            })
            .and_then([&] { return measure(compared, request); })
            .map([&] { report_.heads.push_back(std::move(compared)); });
    }

    static Result<void> addCost(ComparedHeads& compared, const Snapshot& snapshot) {
        const Request& request = snapshot.request;
        const FlopSettings flops = flop_settings(cost_settings(request, snapshot.batch(), snapshot.n_q()));
        return predicted_memory(request, snapshot.batch(), snapshot.n_q())
            .and_then([&](MemoryCost cost) {
                compared.predicted = std::move(cost);
                return flop_cost(flops);
            })
            .map([&compared](FlopCost cost) { compared.flops = std::move(cost); });
    }

    Result<void> measure(ComparedHeads& compared, const Request& request) {
        std::vector<double> seconds;
        const auto start = Clock::now();
        const auto goesOn = [&] {
            const auto now = Clock::now();
            const bool wanted = std::ssize(seconds) < fewestRuns || seconds.size() % 2 == 0 ||
                                (std::ssize(seconds) < mostRuns && now < start + timeForRuns);
            return seconds.empty() || (wanted && now < start + timeForLongRuns);
        };
        while (goesOn()) {
            engine_.forget_last_run();
            const auto snapshot = engine_.run(request, control());
            if (!snapshot) {
                return tl::make_unexpected(snapshot.error());
            }
            seconds.push_back((*snapshot)->timings.attention);
        }
        if (seconds.size() % 2 == 0) {
            seconds.pop_back(); // the time was over
        }
        compared.runs = static_cast<int>(seconds.size());
        compared.seconds = median(std::move(seconds));
        return {};
    }

    RunControl control() {
        RunControl control;
        control.stop = stop_;
        control.progress = [this](double /*fraction*/) {
            progress_.show(static_cast<double>(done_) / static_cast<double>(job_.requests.size()));
        };
        return control;
    }

    const AttendJob& job_;
    Engine engine_;
    ProgressLine progress_;
    std::stop_token stop_;
    std::size_t done_ = 0;
    CompareReport report_;
};

} // namespace

Result<CompareReport> compareHeads(const AttendJob& job, const std::stop_token& stop) {
    return CompareRun(job, stop).run();
}

} // namespace headscope::ui
