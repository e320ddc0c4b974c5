#pragma once

#include <QWidget>

#include "ui/present/cost_view.h"

class QLabel;

namespace headscope::ui {

class StackedBars;

/// The answer in one picture: the peak, the bars of h and 2h heads, and by which factor the peak really grows.
class PeakSummary : public QWidget {
    Q_OBJECT

public:
    explicit PeakSummary(QWidget* parent = nullptr);

    void showSummary(const Result<CostSummary>& summary);
    void setMarked(int term);

signals:
    void termHovered(int term);

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitHeight();
    void showBars(const CostSummary& summary);
    void showMore(const CostSummary& summary);
    void showNothing(const Error& error);

    QLabel* peak_;
    QLabel* origin_;
    StackedBars* bars_;
    QLabel* constantSquare_;
    QLabel* constant_;
    QLabel* growingSquare_;
    QLabel* growing_;
    QLabel* factor_;
    QLabel* share_;
    QLabel* step_;
    QLabel* stack_;
};

} // namespace headscope::ui
