#pragma once

#include <memory>

#include <QScrollArea>

#include "ui/session/race_runner.h"

class QGridLayout;
class QLabel;
class QProgressBar;
class QPushButton;

namespace headscope::ui {

class ChoiceRow;
class InlineMessage;
class LearningCurvesPlot;
class RaceMaps;
class RaceTable;

/// The same task learned with several numbers of heads, side by side and live: curves, what the heads look at, a table
/// and what the numbers say.
class RaceTab : public QScrollArea {
    Q_OBJECT

public:
    explicit RaceTab(QWidget* parent = nullptr);

    RaceRunner& runner() { return *runner_; }
    void start();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildControls();
    QWidget* buildCurves();
    QWidget* buildMaps();
    void connectViews();
    void arrange();
    void showState(std::shared_ptr<const RaceState> state);
    void showRunning(bool running);
    void showProgress();
    void showTask();
    void retranslate();

    RaceRunner* runner_;
    std::shared_ptr<const RaceState> state_;
    int chosen_ = 0; ///< of raceChoices()
    int columns_ = 0;
    QGridLayout* grid_;
    QWidget* controls_;
    QLabel* title_;
    ChoiceRow* task_;
    QLabel* explanation_;
    QPushButton* start_;
    QPushButton* stop_;
    QProgressBar* progress_;
    QLabel* left_;
    QLabel* conclusion_;
    InlineMessage* message_;
    QWidget* curvesBox_;
    QLabel* curvesTitle_;
    ChoiceRow* quantity_;
    LearningCurvesPlot* curves_;
    RaceTable* table_;
    QWidget* mapsBox_;
    QLabel* mapsTitle_;
    QLabel* mapsHint_;
    RaceMaps* maps_;
};

} // namespace headscope::ui
