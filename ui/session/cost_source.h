#pragma once

#include <optional>
#include <vector>

#include <QObject>
#include <QTimer>

#include "core/engine/snapshot.h"
#include "ui/present/cost_view.h"

namespace headscope::ui {

class Session;

/// The answers that the cost views show. Follows the session and the text as it is typed, never waiting for a run:
/// several changes in one turn of the event loop give one update, what nobody looks at is not computed, and what stays
/// is not computed again.
class CostSource : public QObject {
    Q_OBJECT

public:
    explicit CostSource(Session& session, QObject* parent = nullptr);

    /// Of the text as it stands.
    void setTokens(Index tokens);
    /// A run's time, for the head table.
    void addRun(const Snapshot& snapshot);

    const CostQuestion& question() const { return question_; }
    const Result<CostSummary>& summary() const { return summary_; }
    /// Where the run would not fit into this machine's memory: told from the prediction, before it is refused.
    const std::optional<Error>& warning() const { return warning_; }
    const std::vector<HeadRow>& heads();
    const CostCurves& curves();
    const std::vector<EngineFit>& fits();
    struct MeasuredTime {
        double seconds = 0.0;
        bool whole = true; ///< not with rows of the run before, which make it shorter
    };
    /// Of the forward pass, measured in this session with everything else as it is now; none: not yet.
    std::optional<MeasuredTime> measuredTime(Index heads, Index d_model) const;

    /// At once, where the next lines depend on it (tests and measurements).
    void updateNow();

signals:
    void changed();
    void timed(); ///< measuredTime() knows another run

private:
    void schedule();

    struct TimedRun {
        Request request;
        MeasuredTime time;
    };

    Session& session_;
    Index tokens_ = 0;
    CostQuestion question_;
    std::optional<Error> warning_;
    Result<CostSummary> summary_;
    std::optional<std::vector<HeadRow>> heads_;
    std::optional<CostCurves> curves_;
    std::optional<CostQuestion> linesKey_; ///< of lines_
    std::vector<CostCurve> lines_;
    std::optional<CostQuestion> fitsKey_;
    std::vector<EngineFit> fits_;
    std::vector<TimedRun> runs_; ///< latest last
    QTimer soon_;
};

} // namespace headscope::ui
