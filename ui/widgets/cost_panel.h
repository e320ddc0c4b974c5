#pragma once

#include <memory>
#include <vector>

#include "core/cost/cost.h"
#include "core/engine/snapshot.h"
#include "ui/widgets/section.h"

class QGridLayout;

namespace headscope::ui {

class Session;

/// What the settings cost, at once: exact sizes from the tensor catalogue, exact FLOPs, and the measured time of the
/// last run.
class CostPanel : public Section {
    Q_OBJECT

public:
    explicit CostPanel(Session& session, QWidget* parent = nullptr);

    void showSnapshot(std::shared_ptr<const Snapshot> snapshot);

protected:
    void retranslate() override;

private:
    struct Figure {
        QLabel* name;
        QLabel* value;
        QLabel* hint;
    };
    Figure addFigure(const char* objectName);
    void buildTable();
    void showState();
    void showTable();
    Result<Cost> costOf(Index heads) const;

    Session& session_;
    std::shared_ptr<const Snapshot> snapshot_;
    Figure parameters_;
    Figure scores_;
    Figure activations_;
    Figure flops_;
    Figure time_;
    QLabel* tableHeading_;
    QGridLayout* table_;
    std::vector<std::vector<QLabel*>> cells_; ///< rows of the table, header first
};

} // namespace headscope::ui
