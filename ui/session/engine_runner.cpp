#include "ui/session/engine_runner.h"

#include <algorithm>
#include <thread>

#include "core/attention/block_sizes.h"
#include "core/attention/workers.h"

namespace headscope::ui {

namespace {

// Below this a running job finishes and is shown; above it the next change may stop it (StopRule), or the picture would
// lag behind.
constexpr double longRunSeconds = 0.25;

std::shared_ptr<const RunResult> withPictures(const std::shared_ptr<const Snapshot>& snapshot) {
    auto result = std::make_shared<RunResult>();
    result->snapshot = snapshot;
    if (snapshot->empty()) {
        return result;
    }
    result->heads.resize(static_cast<std::size_t>(snapshot->request.dims.n_heads()));
    const Index means = snapshot->mapped() ? 0 : 1; // it takes longest and comes first
    const Index tasks = std::ssize(result->heads) + means;
    const Index workers = threads_of_cells(runThreads(), tasks * snapshot->n_q() * snapshot->n_k());
    static_cast<void>(for_each_task(tasks, workers, [&](Index, Index task) {
        const int number = static_cast<int>(task - means);
        HeadResult& head = number == mean_of_heads ? result->mean : result->heads[static_cast<std::size_t>(number)];
        head.picture = HeadPicture(snapshot, number, ColourRange::head_max);
        head.thumbnail = makeThumbnail(head.picture);
        if (snapshot->mapped()) {
            head.means = makeThumbnail(head.picture.withTiles(TileValue::mean));
        }
        return Result<void>(); // always
    }));
    return result;
}

} // namespace

Index runThreads() {
    return std::clamp<Index>(std::thread::hardware_concurrency(), 1, 2);
}

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
    worker_ = std::make_unique<LatestWins>(LatestWins::Callbacks{finished, progress}, runThreads());
}

EngineRunner::~EngineRunner() = default;

void EngineRunner::submit(const Request& request, double predictedSeconds) {
    const bool wasBusy = busy();
    ++submitted_;
    worker_->submit(request, submitted_, predictedSeconds > longRunSeconds);
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
    emit failed(Error{ErrorCode::cancelled, {}});
    emit busyChanged(false);
}

void EngineRunner::deliver(const Outcome& outcome) {
    // Outcomes arrive in the order of their revisions: one worker, one event queue.
    const bool latest = busy() && outcome.revision == submitted_;
    if (latest) {
        finished_ = submitted_;
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
