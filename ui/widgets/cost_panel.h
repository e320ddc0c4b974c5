#pragma once

#include <memory>

#include "core/engine/snapshot.h"
#include "ui/widgets/section.h"

class QPushButton;

namespace headscope::ui {

class CostSource;
class EngineBox;
class InlineMessage;
class ModeRow;
class PeakSummary;
class Session;

/// The cost at a glance, beside the heads: peak and bars of the chosen engine, what this run was predicted to take and
/// took, FLOPs, time. The whole of it is the Cost tab.
class CostPanel : public Section {
    Q_OBJECT

public:
    CostPanel(Session& session, CostSource& source, QWidget* parent = nullptr);

    void showSnapshot(std::shared_ptr<const Snapshot> snapshot);

signals:
    void wholeRequested();

protected:
    void retranslate() override;

private:
    struct Figure {
        QLabel* name;
        QLabel* value;
        QLabel* hint;
    };
    Figure addFigure(const char* objectName);
    void showCost();
    void buildRun();
    static QString timeHint(const Timings& timings);
    void showRun();
    void showWarning();

    CostSource& source_;
    std::shared_ptr<const Snapshot> snapshot_;
    EngineBox* engine_;
    ModeRow* mode_;
    InlineMessage* message_;
    PeakSummary* peak_;
    QLabel* runTitle_;
    QLabel* runEngine_;
    struct Line {
        QLabel* name;
        QLabel* value;
    };
    Line predicted_{};
    Line measured_{};
    Line difference_{};
    Figure flops_;
    Figure time_;
    Figure parameters_;
    QPushButton* whole_;
};

} // namespace headscope::ui
