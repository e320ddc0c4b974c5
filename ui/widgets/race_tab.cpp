#include "ui/widgets/race_tab.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/plot/learning_curves_plot.h"
#include "ui/present/number_format.h"
#include "ui/present/race_choices.h"
#include "ui/present/race_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_row.h"
#include "ui/widgets/inline_message.h"
#include "ui/widgets/race_maps.h"
#include "ui/widgets/race_table.h"
#include "ui/widgets/section.h"

namespace headscope::ui {

namespace {

constexpr double twoColumnsFrom = 760;
constexpr int progressSteps = 1000;

/// Names in the manner of the other tabs' parts.
template <typename Widget>
Widget* named(Widget* widget, const char* name) {
    widget->setObjectName(QString::fromLatin1(name));
    return widget;
}

} // namespace

RaceTab::RaceTab(QWidget* parent)
    : QScrollArea(parent)
    , runner_(new RaceRunner(this)) {
    setObjectName(QStringLiteral("raceTab"));
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    auto* contents = new QWidget;
    contents->setObjectName(QStringLiteral("raceTabContents"));
    grid_ = new QGridLayout(contents);
    grid_->setContentsMargins(px(16), px(12), px(16), px(16));
    grid_->setHorizontalSpacing(px(32));
    grid_->setVerticalSpacing(px(16));
    setWidget(contents);
    buildControls();
    curvesBox_ = buildCurves();
    mapsBox_ = buildMaps();
    arrange();
    retranslate();
    quantity_->setCurrent(static_cast<int>(LearningQuantity::accuracy));
    connectViews();
    showRunning(false);
}

void RaceTab::buildControls() {
    controls_ = new QWidget(widget());
    title_ = makeLabel("heading", controls_);
    task_ = named(new ChoiceRow(controls_), "raceTask");
    explanation_ = named(makeLabel("hint", controls_), "raceExplanation");
    explanation_->setWordWrap(true);
    start_ = named(new QPushButton(controls_), "startRace");
    start_->setProperty("primary", true);
    stop_ = named(new QPushButton(controls_), "stopRace");
    progress_ = named(new QProgressBar(controls_), "raceProgress");
    progress_->setRange(0, progressSteps);
    progress_->setTextVisible(false);
    left_ = named(makeLabel("hint", controls_), "raceTimeLeft");
    conclusion_ = named(makeLabel("heading", controls_), "raceConclusion");
    conclusion_->setWordWrap(true);
    conclusion_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    message_ = named(new InlineMessage(controls_), "raceMessage");
    auto* choice = new QHBoxLayout;
    choice->setSpacing(px(12));
    choice->addWidget(task_, 1);
    choice->addWidget(start_, 0, Qt::AlignTop);
    choice->addWidget(stop_, 0, Qt::AlignTop);
    auto* outcome = new QHBoxLayout; // how far it is, and then what came out
    outcome->setSpacing(px(12));
    outcome->addWidget(progress_, 1);
    outcome->addWidget(left_);
    outcome->addWidget(conclusion_, 1);
    auto* layout = new QVBoxLayout(controls_);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(px(8));
    layout->addWidget(title_);
    layout->addLayout(choice);
    layout->addWidget(explanation_);
    layout->addWidget(message_);
    layout->addLayout(outcome);
}

QWidget* RaceTab::buildCurves() {
    auto* box = new QWidget(widget());
    curvesTitle_ = makeLabel("heading", box);
    quantity_ = named(new ChoiceRow(box), "raceQuantity");
    curves_ = named(new LearningCurvesPlot(box), "learningCurves");
    table_ = named(new RaceTable(box), "raceTable");
    auto* top = new QHBoxLayout;
    top->setSpacing(px(12));
    top->addWidget(curvesTitle_);
    top->addStretch();
    top->addWidget(quantity_);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(px(8));
    layout->addLayout(top);
    layout->addWidget(curves_, 1);
    layout->addWidget(table_);
    return box;
}

QWidget* RaceTab::buildMaps() {
    auto* box = new QWidget(widget());
    mapsTitle_ = makeLabel("heading", box);
    mapsHint_ = makeLabel("hint", box);
    mapsHint_->setWordWrap(true);
    maps_ = named(new RaceMaps(box), "raceMaps");
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(px(8));
    layout->addWidget(mapsTitle_);
    layout->addWidget(mapsHint_);
    layout->addWidget(maps_, 1);
    return box;
}

void RaceTab::connectViews() {
    connect(start_, &QPushButton::clicked, this, &RaceTab::start);
    connect(stop_, &QPushButton::clicked, runner_, &RaceRunner::stop);
    connect(runner_, &RaceRunner::changed, this, &RaceTab::showState);
    connect(runner_, &RaceRunner::runningChanged, this, &RaceTab::showRunning);
    connect(runner_, &RaceRunner::failed, message_, [this](const Error& error) { message_->showError(error); });
    connect(task_, &ChoiceRow::chosen, this, [this](int task) {
        runner_->stop();
        chosen_ = task;
        showState(std::make_shared<RaceState>()); // what was shown is of another task
        showTask();
    });
    connect(quantity_, &ChoiceRow::chosen, this,
            [this](int quantity) { curves_->setQuantity(static_cast<LearningQuantity>(quantity)); });
}

void RaceTab::start() {
    if (runner_->running()) {
        return;
    }
    message_->clearError();
    Result<PlannedTask> planned = makeRace(raceChoices()[static_cast<std::size_t>(chosen_)]);
    if (!planned) {
        message_->showError(planned.error());
        return;
    }
    runner_->start(std::move(planned->task), planned->race);
}

void RaceTab::arrange() {
    const int columns = viewport()->width() < px(twoColumnsFrom) ? 1 : 2;
    if (columns == columns_) {
        return;
    }
    columns_ = columns;
    for (QWidget* part : {controls_, curvesBox_, mapsBox_}) {
        grid_->removeWidget(part);
    }
    grid_->addWidget(controls_, 0, 0, 1, columns);
    grid_->addWidget(curvesBox_, 1, 0);
    grid_->addWidget(mapsBox_, columns == 1 ? 2 : 1, columns - 1);
    grid_->setRowStretch(1, 1);
    grid_->setRowStretch(2, columns == 1 ? 1 : 0);
    grid_->setColumnStretch(0, 1);
    grid_->setColumnStretch(1, columns == 1 ? 0 : 1);
}

void RaceTab::showState(std::shared_ptr<const RaceState> state) {
    state_ = std::move(state);
    curves_->setRace(state_->race, state_->steps);
    table_->setState(state_);
    maps_->setState(state_);
    showProgress();
}

void RaceTab::showRunning(bool running) {
    stop_->setVisible(running);
    progress_->setVisible(running);
    left_->setVisible(running);
    start_->setVisible(!running);
    conclusion_->setVisible(!running);
    showProgress();
}

void RaceTab::showProgress() {
    if (state_ == nullptr) {
        return;
    }
    progress_->setValue(static_cast<int>(state_->fraction * progressSteps));
    const std::optional<double> left = state_->secondsLeft();
    left_->setText(left ? tr("about %1 left").arg(durationText(*left)) : QString());
    const bool stopped = !runner_->running() && state_->fraction > 0.0;
    conclusion_->setText(state_->finished ? conclusionText(state_->race, conclude(state_->race))
                         : stopped        ? tr("Stopped before the end: too early to tell.")
                                          : QString());
}

void RaceTab::showTask() {
    task_->setCurrent(chosen_);
    explanation_->setText(raceExplanation(raceChoices()[static_cast<std::size_t>(chosen_)]));
}

void RaceTab::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::FontChange) {
        arrange();
    }
    QScrollArea::changeEvent(event);
}

void RaceTab::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    arrange();
}

void RaceTab::retranslate() {
    title_->setText(tr("The same task, learned with different numbers of heads"));
    std::vector<ChoiceRow::Choice> choices;
    for (int i = 0; i < std::ssize(raceChoices()); ++i) {
        const RaceChoice choice = raceChoices()[static_cast<std::size_t>(i)];
        choices.push_back({i, raceName(choice), raceExplanation(choice)});
    }
    task_->setAccessibleName(tr("Task"));
    task_->setChoices(choices);
    start_->setText(tr("Race the heads"));
    stop_->setText(tr("Stop"));
    progress_->setAccessibleName(tr("Progress of the race"));
    curvesTitle_->setText(tr("Learning"));
    quantity_->setAccessibleName(tr("Quantity of the curves"));
    quantity_->setChoices({{static_cast<int>(LearningQuantity::accuracy), tr("right"), tr("answers right, in %")},
                           {static_cast<int>(LearningQuantity::loss), tr("loss"), tr("cross-entropy in nats")}});
    curves_->setAccessibleName(tr("Learning curves"));
    table_->setAccessibleName(tr("Results"));
    mapsTitle_->setText(tr("What the heads look at"));
    mapsHint_->setText(tr("One example that no model trained on; rows are queries, the framed one is asked."));
    maps_->setAccessibleName(tr("What the heads look at"));
    showTask();
    showProgress();
}

} // namespace headscope::ui
