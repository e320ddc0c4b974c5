#pragma once

#include <memory>

#include <QTableWidget>

#include "ui/session/race_runner.h"

namespace headscope::ui {

/// How each number of heads did: mean over the seeds and, in brackets, their range.
class RaceTable : public QTableWidget {
    Q_OBJECT

public:
    enum Column { heads, accuracy, loss, parameters, time, columns };

    explicit RaceTable(QWidget* parent = nullptr);

    void setState(std::shared_ptr<const RaceState> state);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showState();
    QString text(const RaceLane& lane, int column) const;
    void fitHeight();

    std::shared_ptr<const RaceState> state_;
};

} // namespace headscope::ui
