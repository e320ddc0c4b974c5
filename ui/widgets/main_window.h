#pragma once

#include <memory>
#include <optional>

#include <QMainWindow>

#include "ui/i18n/language.h"
#include "ui/session/cost_source.h"
#include "ui/session/engine_runner.h"
#include "ui/session/preferences.h"
#include "ui/session/session.h"

class QAction;
class QMenu;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace headscope::ui {

class CostPanel;
class CostTab;
class FigureExport;
class HeadsView;
class RaceTab;
class SetupPanel;
class StatusLine;

/// The window: set-up on the left, in the centre all heads, all of the cost or a race of head counts, the cost at a
/// glance on the right. Owns the session and the runner.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow(LanguageSwitch& languages, Preferences preferences, QWidget* parent = nullptr);
    ~MainWindow() override;

    Session& session() { return session_; }
    /// The run on screen; none before the first.
    std::shared_ptr<const Snapshot> shownSnapshot() const { return result_ == nullptr ? nullptr : result_->snapshot; }
    /// Nothing is being computed: what is on screen is what the settings say.
    bool isIdle() const { return !runner_.busy(); }

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildCentre();
    QWidget* buildTabs();
    void buildActions();
    void buildMenus();
    void buildCorner();
    void connectViews();
    void submit();
    void showResult(const std::shared_ptr<const RunResult>& result);
    void showError(const Error& error);
    void setOutdated(bool outdated);
    void setHighlight(std::optional<Index> query, std::optional<Index> key);
    void setScale(double scale);
    void setDark(bool dark);
    void setLanguage(Language language);
    void fitPanels();
    void showTab(int tab);
    void setHeads(Index heads);
    void toggleFullScreen();
    void exportFigure(bool allHeads);
    void exportData();
    void showAbout();
    void showKeys();
    void retranslate();
    QAction* addAction(const char* name, const QKeySequence& shortcut);

    LanguageSwitch& languages_;
    Preferences preferences_;
    Session session_;
    CostSource* costSource_;
    EngineRunner runner_;
    std::shared_ptr<const RunResult> result_;
    double secondsPerFlop_;

    SetupPanel* setup_ = nullptr;
    HeadsView* heads_ = nullptr;
    QTabBar* tabs_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    CostTab* costTab_ = nullptr;
    RaceTab* race_ = nullptr;
    CostPanel* cost_ = nullptr;
    QWidget* costArea_ = nullptr;
    StatusLine* status_ = nullptr;
    FigureExport* export_ = nullptr;

    QMenu* file_ = nullptr;
    QMenu* edit_ = nullptr;
    QMenu* view_ = nullptr;
    QMenu* help_ = nullptr;
    QAction* openWeights_ = nullptr;
    QAction* exportAll_ = nullptr;
    QAction* exportOne_ = nullptr;
    QAction* exportData_ = nullptr;
    QAction* quit_ = nullptr;
    QAction* undo_ = nullptr;
    QAction* redo_ = nullptr;
    QAction* newSeed_ = nullptr;
    QAction* raceHeads_ = nullptr;
    QAction* moreHeads_ = nullptr;
    QAction* fewerHeads_ = nullptr;
    QAction* showSetup_ = nullptr;
    QAction* showCost_ = nullptr;
    QAction* nextTab_ = nullptr;
    QAction* previousTab_ = nullptr;
    QAction* dark_ = nullptr;
    QAction* larger_ = nullptr;
    QAction* smaller_ = nullptr;
    QAction* usualSize_ = nullptr;
    QAction* fullScreen_ = nullptr;
    QAction* english_ = nullptr;
    QAction* chinese_ = nullptr;
    QAction* about_ = nullptr;
    QAction* keys_ = nullptr;
    QToolButton* languageButton_ = nullptr;
};

} // namespace headscope::ui
