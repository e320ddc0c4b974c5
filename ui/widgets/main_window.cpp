#include "ui/widgets/main_window.h"

#include <algorithm>

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include "core/cost/flops.h"
#include "ui/plot/focused_head.h"
#include "ui/theme/scaling.h"
#include "ui/theme/theme.h"
#include "ui/widgets/cost_panel.h"
#include "ui/widgets/cost_tab.h"
#include "ui/widgets/figure_export.h"
#include "ui/widgets/heads_view.h"
#include "ui/widgets/model_section.h"
#include "ui/widgets/race_tab.h"
#include "ui/widgets/setup_panel.h"
#include "ui/widgets/status_line.h"
#include "ui/widgets/weights_section.h"

namespace headscope::ui {

namespace {

constexpr double setupWidth = 288;
constexpr double costWidth = 272;
constexpr int headsPage = 0;
constexpr int costPage = 1;
constexpr int racePage = 2;
// Until a run has been measured: slow enough that no long run is taken for a short one.
constexpr double assumedSecondsPerFlop = 1.0 / 5e9;

/// Tokens are known only after a run; until then their number follows the length of the text.
Index expectedTokens(const Request& request, const Snapshot& last) {
    const auto* now = std::get_if<TextInput>(&request.input);
    const auto* then = std::get_if<TextInput>(&last.request.input);
    if (now == nullptr || then == nullptr || then->text.empty()) {
        return std::max<Index>(1, last.n_q());
    }
    const double perByte = static_cast<double>(last.n_q()) / static_cast<double>(then->text.size());
    return std::min(request.token_limit, static_cast<Index>(perByte * static_cast<double>(now->text.size())) + 1);
}

} // namespace

MainWindow::MainWindow(LanguageSwitch& languages, Preferences preferences, QWidget* parent)
    : QMainWindow(parent)
    , languages_(languages)
    , preferences_(std::move(preferences))
    , session_(sampleState())
    , costSource_(new CostSource(session_, this))
    , secondsPerFlop_(assumedSecondsPerFlop) {
    setObjectName(QStringLiteral("mainWindow"));
    costSource_->setObjectName(QStringLiteral("costSource"));
    applyTheme(*qApp, preferences_.dark, preferences_.scale); // first: all distances below follow the font
    buildCentre();
    buildActions();
    buildMenus();
    buildCorner();
    connectViews();
    retranslate();
    resize(px(1280), px(820));
    restoreGeometry(preferences_.geometry);
    submit();
}

MainWindow::~MainWindow() = default;

void MainWindow::buildCentre() {
    setup_ = new SetupPanel(session_);
    heads_ = new HeadsView(session_);
    costTab_ = new CostTab(session_, *costSource_);
    race_ = new RaceTab;
    cost_ = new CostPanel(session_, *costSource_);
    auto* costScroll = new QScrollArea;
    costScroll->setObjectName(QStringLiteral("costPanel"));
    costScroll->setWidgetResizable(true);
    costScroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    costScroll->setFocusPolicy(Qt::NoFocus);
    auto* contents = new QWidget;
    contents->setObjectName(QStringLiteral("costContents"));
    auto* contentsLayout = new QVBoxLayout(contents);
    contentsLayout->setContentsMargins(px(16), px(12), px(16), px(16));
    contentsLayout->addWidget(cost_);
    contentsLayout->addStretch();
    costScroll->setWidget(contents);
    costArea_ = costScroll;
    status_ = new StatusLine;
    export_ = new FigureExport(this);

    fixWidth(*setup_, setupWidth);
    fixWidth(*costArea_, costWidth);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(0);
    columns->addWidget(setup_);
    columns->addWidget(buildTabs(), 1);
    columns->addWidget(costArea_);
    auto* centre = new QWidget;
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(columns, 1);
    layout->addWidget(status_);
    setCentralWidget(centre);
    setScale(preferences_.scale);
    heads_->splitter()->setSizes({px(250), px(450)});
    heads_->splitter()->restoreState(preferences_.rows);
}

QWidget* MainWindow::buildTabs() {
    auto* centre = new QWidget;
    tabs_ = new QTabBar;
    tabs_->setObjectName(QStringLiteral("tabs"));
    tabs_->setDrawBase(false);
    tabs_->setExpanding(false);
    pages_ = new QStackedWidget;
    for (QWidget* page :
         {static_cast<QWidget*>(heads_), static_cast<QWidget*>(costTab_), static_cast<QWidget*>(race_)}) {
        tabs_->addTab(QString()); // texts follow in retranslate()
        pages_->addWidget(page);
    }
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(tabs_);
    layout->addWidget(pages_, 1);
    return centre;
}

void MainWindow::connectViews() {
    connect(&session_, &Session::requestChanged, this, &MainWindow::submit);
    connect(setup_, &SetupPanel::tokensCounted, costSource_, &CostSource::setTokens);
    costSource_->setTokens(setup_->tokens());
    costSource_->updateNow();
    connect(tabs_, &QTabBar::currentChanged, this, &MainWindow::showTab);
    connect(cost_, &CostPanel::wholeRequested, this, [this] { tabs_->setCurrentIndex(costPage); });
    connect(costTab_, &CostTab::headsRequested, this, [this] { tabs_->setCurrentIndex(headsPage); });
    connect(costTab_, &CostTab::headsChosen, this, &MainWindow::setHeads);
    connect(raceHeads_, &QAction::triggered, this, [this] {
        tabs_->setCurrentIndex(racePage);
        race_->start();
    });
    connect(nextTab_, &QAction::triggered, this,
            [this] { tabs_->setCurrentIndex((tabs_->currentIndex() + 1) % tabs_->count()); });
    connect(previousTab_, &QAction::triggered, this,
            [this] { tabs_->setCurrentIndex((tabs_->currentIndex() + tabs_->count() - 1) % tabs_->count()); });
    connect(&runner_, &EngineRunner::finished, this, &MainWindow::showResult);
    connect(&runner_, &EngineRunner::failed, this, [this](const Error& error) {
        showError(error);
        setOutdated(true);
    });
    connect(&runner_, &EngineRunner::busyChanged, status_, &StatusLine::setBusy);
    connect(&runner_, &EngineRunner::progressed, status_, &StatusLine::setProgress);
    connect(status_, &StatusLine::stopRequested, &runner_, &EngineRunner::stop);
    connect(heads_, &HeadsView::highlighted, this, &MainWindow::setHighlight);
    connect(setup_, &SetupPanel::tokenHovered, this, [this](int token) {
        const std::optional<Index> both = token < 0 ? std::nullopt : std::optional<Index>(token);
        setHighlight(both, both);
    });
    connect(&session_.undoStack(), &QUndoStack::canUndoChanged, undo_, &QAction::setEnabled);
    connect(&session_.undoStack(), &QUndoStack::canRedoChanged, redo_, &QAction::setEnabled);
    connect(undo_, &QAction::triggered, &session_.undoStack(), &QUndoStack::undo);
    connect(redo_, &QAction::triggered, &session_.undoStack(), &QUndoStack::redo);
    connect(openWeights_, &QAction::triggered, setup_->weights(), &WeightsSection::chooseFile);
    connect(exportAll_, &QAction::triggered, this, [this] { exportFigure(true); });
    connect(exportOne_, &QAction::triggered, this, [this] { exportFigure(false); });
    connect(exportData_, &QAction::triggered, this, &MainWindow::exportData);
    connect(quit_, &QAction::triggered, this, &QWidget::close);
    connect(newSeed_, &QAction::triggered, setup_->weights(), &WeightsSection::newSeed);
    connect(moreHeads_, &QAction::triggered, this, [this] { setup_->model()->stepHeads(1); });
    connect(fewerHeads_, &QAction::triggered, this, [this] { setup_->model()->stepHeads(-1); });
    connect(showSetup_, &QAction::toggled, this, &MainWindow::fitPanels);
    connect(showCost_, &QAction::toggled, this, &MainWindow::fitPanels);
    connect(dark_, &QAction::toggled, this, &MainWindow::setDark);
    connect(larger_, &QAction::triggered, this, [this] { setScale(nextScale(preferences_.scale, 1)); });
    connect(smaller_, &QAction::triggered, this, [this] { setScale(nextScale(preferences_.scale, -1)); });
    connect(usualSize_, &QAction::triggered, this, [this] { setScale(1.0); });
    connect(fullScreen_, &QAction::triggered, this, &MainWindow::toggleFullScreen);
    connect(english_, &QAction::triggered, this, [this] { setLanguage(Language::english); });
    connect(chinese_, &QAction::triggered, this, [this] { setLanguage(Language::simplifiedChinese); });
    connect(about_, &QAction::triggered, this, &MainWindow::showAbout);
    connect(export_, &FigureExport::started, this, [this] { status_->showNotice(tr("Saving…")); });
    connect(export_, &FigureExport::saved, this,
            [this](const QString& path) { status_->showNotice(tr("Saved as %1").arg(path)); });
    connect(keys_, &QAction::triggered, this, &MainWindow::showKeys);
    connect(export_, &FigureExport::failed, this, &MainWindow::showError);
}

void MainWindow::submit() {
    const Request& request = session_.state().request;
    double predicted = 0.0;
    if (result_ != nullptr) {
        FlopSettings flops;
        flops.d_model = request.dims.d_model();
        flops.n_heads = request.dims.n_heads();
        flops.n_q = flops.n_k = std::max<Index>(1, expectedTokens(request, *result_->snapshot));
        const Result<FlopCost> cost = flop_cost(flops);
        predicted = cost ? static_cast<double>(cost->forward_total) * secondsPerFlop_ : 0.0;
    }
    runner_.submit(request, predicted);
}

void MainWindow::showResult(const std::shared_ptr<const RunResult>& result) {
    result_ = result;
    setOutdated(false);
    const Snapshot& snapshot = *result->snapshot;
    heads_->showResult(result);
    setup_->showSnapshot(snapshot);
    cost_->showSnapshot(result->snapshot);
    costSource_->addRun(snapshot);
    status_->showSnapshot(result->snapshot);
    for (QAction* action : {exportAll_, exportOne_, exportData_}) {
        action->setEnabled(!snapshot.empty());
    }
}

void MainWindow::showError(const Error& error) {
    if (!setup_->showError(error)) {
        heads_->showError(error);
    }
}

void MainWindow::setOutdated(bool outdated) {
    heads_->setOutdated(outdated);
    status_->setOutdated(outdated);
}

void MainWindow::setHighlight(std::optional<Index> query, std::optional<Index> key) {
    heads_->setHighlight(query, key);
    setup_->setHighlight(query, key);
}

void MainWindow::fitPanels() {
    // In a narrow window or at a large scale the picture goes before the cost, and the cost before the set-up.
    constexpr double leastPicture = 520;
    const int room = width() - px(leastPicture);
    // A race is of models and tasks of its own.
    const bool racing = pages_->currentIndex() == racePage;
    const bool setup = !racing && showSetup_->isChecked() && room >= px(setupWidth);
    setup_->setVisible(setup);
    status_->setVisible(!racing);
    // The Cost tab says all that the panel says.
    const bool wanted = showCost_->isChecked() && pages_->currentIndex() == headsPage;
    costArea_->setVisible(wanted && room >= px(costWidth) + (setup ? px(setupWidth) : 0));
}

void MainWindow::showTab(int tab) {
    pages_->setCurrentIndex(tab);
    fitPanels();
}

void MainWindow::setHeads(Index heads) {
    const CostViewSettings& cost = session_.state().view.cost;
    const ModelDims& now = session_.state().request.dims;
    const Index dModel = cost.keep == Keep::d_head ? now.d_head() * heads : now.d_model();
    if (const Result<ModelDims> dims = ModelDims::create(dModel, heads)) {
        session_.change(Session::Field::heads, [&](SessionState& state) {
            state.request.dims = *dims;
            state.view.focused_head = std::min(state.view.focused_head, static_cast<int>(heads) - 1);
        });
    } else {
        showError(dims.error());
    }
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    fitPanels();
}

void MainWindow::setScale(double scale) {
    preferences_.scale = scale;
    const QSize before = size();
    applyTheme(*qApp, preferences_.dark, scale);
    scaleLayouts(*this, scale);
    if (showSetup_ != nullptr) {
        fitPanels();
        resize(before); // larger letters never push the window over the edge of the screen
    }
}

void MainWindow::setDark(bool dark) {
    preferences_.dark = dark;
    applyTheme(*qApp, dark, preferences_.scale);
    retranslate();
}

void MainWindow::setLanguage(Language language) {
    languages_.use(language);
    preferences_.language = language == Language::english ? QStringLiteral("en") : QStringLiteral("zh_CN");
    retranslate();
}

void MainWindow::toggleFullScreen() {
    setWindowState(windowState() ^ Qt::WindowFullScreen);
}

void MainWindow::exportFigure(bool allHeads) {
    if (result_ == nullptr || result_->snapshot->empty()) {
        return;
    }
    const ViewState& view = session_.state().view;
    FigureSpec spec;
    spec.snapshot = result_->snapshot;
    spec.colourMap = view.colour_map;
    spec.range = view.colour_range;
    spec.tileValue = view.tile_value;
    if (!allHeads) {
        spec.heads = {heads_->focusedHead()->picture().head()};
    } else {
        for (int head = view.show_mean && result_->hasMean() ? mean_of_heads : 0;
             head < static_cast<int>(result_->heads.size()); ++head) {
            spec.heads.push_back(head);
        }
    }
    export_->askAndSaveFigure(spec);
}

void MainWindow::exportData() {
    if (result_ == nullptr || result_->snapshot->empty()) {
        return;
    }
    if (result_->snapshot->mapped()) {
        status_->showNotice(
            tr("With so many tokens the window keeps a map, not every weight. \"headscope attend\" writes "
               "them all where memory allows."));
        return;
    }
    export_->askAndSaveData(result_->snapshot);
}

void MainWindow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::WindowStateChange) {
        menuBar()->setVisible(!isFullScreen());
        fullScreen_->setChecked(isFullScreen());
    }
    QMainWindow::changeEvent(event);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    preferences_.geometry = saveGeometry();
    preferences_.rows = heads_->splitter()->saveState();
    preferences_.setupVisible = showSetup_->isChecked();
    preferences_.costVisible = showCost_->isChecked();
    preferences_.save();
    runner_.stop();
    race_->runner().stop();
    event->accept();
}

} // namespace headscope::ui
