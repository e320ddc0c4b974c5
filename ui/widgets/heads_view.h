#pragma once

#include <memory>
#include <optional>

#include <QWidget>

#include "core/base/error.h"
#include "ui/session/engine_runner.h"
#include "ui/session/exact_cells.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QSplitter;
class QStackedWidget;

namespace headscope::ui {

class FlowBox;
class FocusedHeadView;
class HeadGrid;
class InlineMessage;
class Session;

/// The centre of the window: all heads small, one head large, and how the colours are to be read.
class HeadsView : public QWidget {
    Q_OBJECT

public:
    explicit HeadsView(Session& session, QWidget* parent = nullptr);

    void showResult(std::shared_ptr<const RunResult> result);
    /// What is wrong with the run as a whole; the last picture stays.
    void showError(const Error& error);
    /// The picture is of a run before: the last one was stopped or refused.
    void setOutdated(bool outdated);
    /// Row and column to mark everywhere.
    void setHighlight(std::optional<Index> query, std::optional<Index> key);

    QSplitter* splitter() const { return splitter_; }
    HeadGrid* grid() const { return grid_; }
    FocusedHeadView* focusedHead() const { return focused_; }

signals:
    void highlighted(std::optional<headscope::Index> query, std::optional<headscope::Index> key);

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* buildStrip();
    QWidget* buildFocused();
    void connectViews();
    void pointAtChosen();
    void showView();
    void showFocused();
    void showCell(std::optional<Index> query, std::optional<Index> key);
    void showExactRows(const std::shared_ptr<const RowsOfRun>& rows);
    void showNotes();
    void showPages();
    void retranslate();

    Session& session_;
    std::shared_ptr<const RunResult> result_;
    ExactCells exact_;
    std::optional<Index> query_; ///< highlighted
    std::optional<Index> key_;
    bool outdated_ = false;
    QLabel* title_;
    QPushButton* previousPage_;
    QLabel* page_;
    QPushButton* nextPage_;
    QCheckBox* mean_;
    FlowBox* colours_;
    QComboBox* tiles_; ///< of a map
    QComboBox* range_;
    QComboBox* map_;
    InlineMessage* message_;
    QLabel* note_;
    QStackedWidget* stack_;
    QLabel* empty_;
    QSplitter* splitter_;
    HeadGrid* grid_;
    QLabel* focusedTitle_;
    QLabel* cell_;
    FocusedHeadView* focused_;
};

} // namespace headscope::ui
