#pragma once

#include <memory>

#include <QObject>

#include "core/engine/latest_wins.h"
#include "ui/present/thumbnail.h"

namespace headscope::ui {

/// What the window draws of one head.
struct HeadResult {
    HeadPicture picture; ///< coloured on its own range; see HeadPicture::withRange()
    Thumbnail thumbnail;
    Thumbnail means; ///< of a map: the tiles' means; else empty

    const Thumbnail& small(TileValue value) const {
        return value == TileValue::mean && !means.empty() ? means : thumbnail;
    }
};

/// A finished run with its pictures, all made on the worker thread, so that the GUI thread only paints.
struct RunResult {
    std::shared_ptr<const Snapshot> snapshot;
    std::vector<HeadResult> heads; ///< by head number
    HeadResult mean;               ///< empty where the run has a map, from which the mean of heads does not follow

    bool hasMean() const { return !mean.picture.empty(); }
    const HeadResult& head(int number) const {
        return number == mean_of_heads ? mean : heads[static_cast<std::size_t>(number)];
    }
};

/// Threads of a run in this window: two where there are two, which leave the picture its time.
Index runThreads();

/// Runs requests on a worker thread, latest wins, and brings the results to the GUI thread in order.
class EngineRunner : public QObject {
    Q_OBJECT

public:
    explicit EngineRunner(QObject* parent = nullptr);
    ~EngineRunner() override;

    /// `predictedSeconds` decides whether the run, once it is under way, may be stopped for a newer one.
    void submit(const Request& request, double predictedSeconds);
    void stop();
    bool busy() const { return finished_ < submitted_; }

signals:
    void finished(const std::shared_ptr<const headscope::ui::RunResult>& result);
    void failed(const headscope::Error& error);
    void progressed(double fraction);
    void busyChanged(bool busy);

private:
    struct Outcome {
        std::uint64_t revision = 0;
        Result<std::shared_ptr<const RunResult>> result;
    };
    void deliver(const Outcome& outcome);

    std::uint64_t submitted_ = 0;
    std::uint64_t finished_ = 0;
    std::unique_ptr<LatestWins> worker_; // last: its thread calls back into this object
};

} // namespace headscope::ui
