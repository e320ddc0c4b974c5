#pragma once

#include <QScrollArea>

#include "core/base/error.h"
#include "core/base/tensor.h"

class QGridLayout;
class QLabel;

namespace headscope::ui {

class BudgetRow;
class ChoiceRow;
class CostControls;
class CostCurvesPlot;
class CostSource;
class HeadTable;
class MemoryTimelinePlot;
class PeakSummary;
class Session;
class TermTable;

/// All of the cost: what is asked, the bars, every tensor, its life, curves, what fits, every number of heads. One, two
/// or three columns, after the width.
class CostTab : public QScrollArea {
    Q_OBJECT

public:
    CostTab(Session& session, CostSource& source, QWidget* parent = nullptr);

signals:
    /// A tensor that the heads show was opened.
    void headsRequested();
    void headsChosen(headscope::Index heads);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* column();
    QWidget* buildTerms();
    QWidget* buildTimeline();
    QWidget* buildCurves();
    QWidget* buildHeads();
    void connectViews();
    void arrange();
    /// Only while it is on screen; else when it comes there.
    void showCost();
    void showTermDetails(int term);
    void tellEvent(int event);
    void markTerm(int term);
    void openTerm(int term);
    void retranslate();

    Session& session_;
    CostSource& source_;
    bool stale_ = true;
    int columns_ = 0;
    QGridLayout* grid_;
    QWidget* left_;   ///< where there are three columns
    QWidget* middle_; ///< there too
    CostControls* controls_;
    PeakSummary* peak_;
    QWidget* termsBox_;
    QLabel* termsTitle_;
    QLabel* termsEngine_;
    TermTable* terms_;
    QLabel* details_;
    QWidget* timelineBox_;
    QLabel* timelineTitle_;
    QLabel* timelineEngine_;
    MemoryTimelinePlot* timeline_;
    QLabel* event_;
    QWidget* curvesBox_;
    QLabel* curvesTitle_;
    ChoiceRow* axis_;
    CostCurvesPlot* curves_;
    QLabel* slope_;
    QWidget* headsBox_;
    QLabel* headsTitle_;
    QLabel* headsHint_;
    HeadTable* heads_;
    BudgetRow* budget_;
};

} // namespace headscope::ui
