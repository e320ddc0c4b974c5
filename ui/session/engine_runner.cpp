#include "ui/session/engine_runner.h"

#include <iterator>
#include <numeric>

namespace headscope::ui {

namespace {

// Below this a running job finishes and is shown; above it the next change stops it, or the picture would lag behind.
constexpr double longRunSeconds = 0.25;

std::shared_ptr<const RunResult> withPictures(const std::shared_ptr<const Snapshot>& snapshot) {
    auto result = std::make_shared<RunResult>();
    result->snapshot = snapshot;
    if (snapshot->empty()) {
        return result;
    }
    std::vector<int> numbers(static_cast<std::size_t>(snapshot->request.dims.n_heads()) + 1);
    std::iota(numbers.begin(), numbers.end(), mean_of_heads); // the mean, then all heads
    std::vector<HeadResult> results;
    results.reserve(numbers.size());
    for (HeadPicture& picture : headPictures(snapshot, numbers, ColourRange::head_max)) {
        Thumbnail thumbnail = makeThumbnail(picture);
        results.push_back({std::move(picture), std::move(thumbnail)});
    }
    result->mean = std::move(results.front());
    result->heads.assign(std::make_move_iterator(results.begin() + 1), std::make_move_iterator(results.end()));
    return result;
}

} // namespace

EngineRunner::EngineRunner(QObject* parent)
    : QObject(parent) {
    const auto finished = [this](LatestWins::Outcome outcome) {
        Outcome prepared{outcome.revision, tl::make_unexpected(Error{ErrorCode::cancelled, {}})};
        if (outcome.snapshot) {
            prepared.result = withPictures(*outcome.snapshot);
        } else {
            prepared.result = tl::make_unexpected(outcome.snapshot.error());
        }
        QMetaObject::invokeMethod(
            this, [this, prepared] { deliver(prepared); }, Qt::QueuedConnection);
    };
    const auto progress = [this](std::uint64_t, double fraction) {
        QMetaObject::invokeMethod(
            this, [this, fraction] { emit progressed(fraction); }, Qt::QueuedConnection);
    };
    worker_ = std::make_unique<LatestWins>(LatestWins::Callbacks{finished, progress});
}

EngineRunner::~EngineRunner() = default;

void EngineRunner::submit(const Request& request, double predictedSeconds) {
    const bool wasBusy = busy();
    ++submitted_;
    worker_->submit(request, submitted_, wasBusy && longJobRunning_);
    longJobRunning_ = predictedSeconds > longRunSeconds;
    if (!wasBusy) {
        emit busyChanged(true);
    }
}

void EngineRunner::stop() {
    if (!busy()) {
        return;
    }
    worker_->stop();
    finished_ = submitted_; // whatever the worker still reports is of the past
    longJobRunning_ = false;
    emit failed(Error{ErrorCode::cancelled, {}});
    emit busyChanged(false);
}

void EngineRunner::deliver(const Outcome& outcome) {
    // Outcomes arrive in the order of their revisions: one worker, one event queue.
    const bool latest = busy() && outcome.revision == submitted_;
    if (latest) {
        finished_ = submitted_;
        longJobRunning_ = false;
    }
    if (outcome.result) {
        emit finished(*outcome.result);
    } else if (latest) {
        emit failed(outcome.result.error()); // of a request that was replaced nobody needs to hear
    }
    if (latest) {
        emit busyChanged(false);
    }
}

} // namespace headscope::ui
