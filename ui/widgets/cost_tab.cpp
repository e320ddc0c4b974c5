#include "ui/widgets/cost_tab.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>

#include "ui/plot/cost_curves_plot.h"
#include "ui/plot/memory_timeline_plot.h"
#include "ui/present/cost_text.h"
#include "ui/present/formula_text.h"
#include "ui/present/number_format.h"
#include "ui/session/cost_source.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/budget_row.h"
#include "ui/widgets/choice_row.h"
#include "ui/widgets/cost_controls.h"
#include "ui/widgets/head_table.h"
#include "ui/widgets/peak_summary.h"
#include "ui/widgets/section.h"
#include "ui/widgets/term_table.h"

namespace headscope::ui {

namespace {

constexpr double twoColumnsFrom = 840;
constexpr double threeColumnsFrom = 1480;

/// A heading, a quiet word beside it, and what is below.
QVBoxLayout* headed(QWidget* box, QLabel* title, QWidget* aside) {
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(px(8));
    auto* top = new QHBoxLayout;
    top->setSpacing(px(12));
    top->addWidget(title);
    top->addStretch();
    top->addWidget(aside);
    layout->addLayout(top);
    return layout;
}

} // namespace

CostTab::CostTab(Session& session, CostSource& source, QWidget* parent)
    : QScrollArea(parent)
    , session_(session)
    , source_(source) {
    setObjectName(QStringLiteral("costTab"));
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    auto* contents = new QWidget;
    contents->setObjectName(QStringLiteral("costTabContents"));
    grid_ = new QGridLayout(contents);
    grid_->setContentsMargins(px(16), px(12), px(16), px(16));
    grid_->setHorizontalSpacing(px(32));
    grid_->setVerticalSpacing(px(24));
    setWidget(contents);
    controls_ = new CostControls(session_, source_, contents);
    peak_ = new PeakSummary(contents);
    peak_->setObjectName(QStringLiteral("peakSummary"));
    termsBox_ = buildTerms();
    timelineBox_ = buildTimeline();
    curvesBox_ = buildCurves();
    headsBox_ = buildHeads();
    budget_ = new BudgetRow(session_, source_, contents);
    left_ = column();
    middle_ = column();
    arrange();
    connectViews();
    retranslate();
}

QWidget* CostTab::column() {
    auto* box = new QWidget(widget());
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(px(24));
    return box;
}

QWidget* CostTab::buildTerms() {
    auto* box = new QWidget(widget());
    termsTitle_ = makeLabel("heading", box);
    termsEngine_ = makeLabel("hint", box);
    QVBoxLayout* layout = headed(box, termsTitle_, termsEngine_);
    terms_ = new TermTable(box);
    terms_->setObjectName(QStringLiteral("terms"));
    layout->addWidget(terms_, 1);
    details_ = new QLabel(box);
    details_->setObjectName(QStringLiteral("termDetails"));
    details_->setWordWrap(true);
    details_->setTextFormat(Qt::RichText);
    details_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard |
                                      Qt::TextSelectableByMouse);
    details_->setFocusPolicy(Qt::NoFocus);
    layout->addWidget(details_);
    return box;
}

QWidget* CostTab::buildTimeline() {
    auto* box = new QWidget(widget());
    timelineTitle_ = makeLabel("heading", box);
    timelineEngine_ = makeLabel("hint", box);
    QVBoxLayout* layout = headed(box, timelineTitle_, timelineEngine_);
    timeline_ = new MemoryTimelinePlot(box);
    timeline_->setObjectName(QStringLiteral("timeline"));
    layout->addWidget(timeline_, 1);
    event_ = makeLabel("hint", box);
    event_->setObjectName(QStringLiteral("timelineEvent"));
    event_->setWordWrap(true);
    layout->addWidget(event_);
    return box;
}

QWidget* CostTab::buildCurves() {
    auto* box = new QWidget(widget());
    curvesTitle_ = makeLabel("heading", box);
    axis_ = new ChoiceRow(box);
    axis_->setObjectName(QStringLiteral("curveAxis"));
    QVBoxLayout* layout = headed(box, curvesTitle_, axis_);
    curves_ = new CostCurvesPlot(box);
    curves_->setObjectName(QStringLiteral("curves"));
    layout->addWidget(curves_, 1);
    slope_ = new QLabel(box);
    slope_->setObjectName(QStringLiteral("slope"));
    slope_->setTextFormat(Qt::RichText);
    slope_->setWordWrap(true);
    layout->addWidget(slope_);
    return box;
}

QWidget* CostTab::buildHeads() {
    auto* box = new QWidget(widget());
    headsTitle_ = makeLabel("heading", box);
    headsHint_ = makeLabel("hint", box);
    QVBoxLayout* layout = headed(box, headsTitle_, headsHint_);
    heads_ = new HeadTable(source_, box);
    heads_->setObjectName(QStringLiteral("headTable"));
    layout->addWidget(heads_);
    layout->addStretch();
    return box;
}

void CostTab::connectViews() {
    connect(&source_, &CostSource::changed, this, &CostTab::showCost);
    connect(&source_, &CostSource::timed, this, &CostTab::showCost);
    connect(terms_, &TermTable::termChosen, this, [this](int term) {
        markTerm(term);
        showTermDetails(term);
    });
    connect(terms_, &TermTable::termOpened, this, &CostTab::openTerm);
    connect(details_, &QLabel::linkActivated, this, [this] { openTerm(terms_->chosenTerm()); });
    connect(peak_, &PeakSummary::termHovered, this,
            [this](int term) { markTerm(term >= 0 ? term : terms_->chosenTerm()); });
    connect(timeline_, &MemoryTimelinePlot::eventPointed, this, &CostTab::tellEvent);
    connect(heads_, &HeadTable::headsChosen, this, &CostTab::headsChosen);
    connect(axis_, &ChoiceRow::chosen, this, [this](int axis) {
        session_.change(Session::Field::view,
                        [axis](SessionState& state) { state.view.cost.axis = static_cast<CostAxis>(axis); });
    });
}

void CostTab::arrange() {
    const int width = viewport()->width();
    const int columns = width < px(twoColumnsFrom) ? 1 : width < px(threeColumnsFrom) ? 2 : 3;
    if (columns == columns_) {
        return;
    }
    columns_ = columns;
    QWidget* const parts[] = {controls_, peak_, termsBox_, timelineBox_, curvesBox_, headsBox_, budget_};
    for (QWidget* part : parts) {
        for (QLayout* layout : {static_cast<QLayout*>(grid_), left_->layout(), middle_->layout()}) {
            layout->removeWidget(part);
        }
    }
    grid_->removeWidget(left_);
    grid_->removeWidget(middle_);
    for (int i = 0; i < 8; ++i) {
        grid_->setRowStretch(i, 0);
        grid_->setColumnStretch(i, 0);
    }
    grid_->addWidget(controls_, 0, 0, 1, columns);
    if (columns == 1) {
        int row = 1;
        for (QWidget* part : {static_cast<QWidget*>(peak_), termsBox_, timelineBox_, curvesBox_, headsBox_,
                              static_cast<QWidget*>(budget_)}) {
            grid_->addWidget(part, row++, 0);
        }
        grid_->setRowStretch(2, 1);
    } else if (columns == 2) {
        grid_->addWidget(peak_, 1, 0, Qt::AlignTop);
        grid_->addWidget(timelineBox_, 1, 1);
        grid_->addWidget(termsBox_, 2, 0, 1, 2);
        grid_->addWidget(curvesBox_, 3, 0, 2, 1);
        grid_->addWidget(headsBox_, 3, 1);
        grid_->addWidget(budget_, 4, 1, Qt::AlignTop);
        grid_->setRowStretch(2, 1);
        grid_->setColumnStretch(0, 1);
        grid_->setColumnStretch(1, 1);
    } else {
        for (QWidget* part : {static_cast<QWidget*>(peak_), headsBox_, static_cast<QWidget*>(budget_)}) {
            left_->layout()->addWidget(part);
        }
        static_cast<QVBoxLayout*>(middle_->layout())->addWidget(termsBox_);
        static_cast<QVBoxLayout*>(middle_->layout())->addWidget(timelineBox_, 1);
        grid_->addWidget(left_, 1, 0, Qt::AlignTop);
        grid_->addWidget(middle_, 1, 1);
        grid_->addWidget(curvesBox_, 1, 2);
        grid_->setRowStretch(1, 1);
        grid_->setColumnStretch(0, 4);
        grid_->setColumnStretch(1, 6);
        grid_->setColumnStretch(2, 5);
    }
    left_->setVisible(columns == 3);
    middle_->setVisible(columns == 3);
}

void CostTab::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    arrange();
}

void CostTab::showEvent(QShowEvent* event) {
    QScrollArea::showEvent(event);
    if (stale_) {
        showCost();
    }
}

void CostTab::showCost() {
    if (!isVisible()) {
        stale_ = true;
        return;
    }
    stale_ = false;
    const Result<CostSummary>& summary = source_.summary();
    peak_->showSummary(summary);
    terms_->showSummary(summary);
    const CostSummary* shown = terms_->terms().summary();
    timeline_->setCost(shown == nullptr ? nullptr : std::make_shared<const MemoryCost>(shown->cost),
                       source_.question().keep);
    tellEvent(timeline_->currentEvent());
    curves_->setCurves(source_.curves(), source_.question().settings.engine, source_.question().settings.element);
    slope_->setText(slopeText(source_.curves()));
    axis_->setCurrent(static_cast<int>(source_.question().axis));
    heads_->showState();
    budget_->showState();
    for (QLabel* label : {termsEngine_, timelineEngine_}) {
        label->setText(engineShortName(source_.question().settings.engine));
        label->setToolTip(engineName(source_.question().settings.engine, source_.question().settings.element));
    }
}

void CostTab::showTermDetails(int term) {
    const CostSummary* summary = terms_->terms().summary();
    if (summary == nullptr || term < 0) {
        details_->setText(tr("Choose a row to see its tensor in the bars and in the timeline."));
        return;
    }
    const MemoryTerm& t = summary->cost.terms[static_cast<std::size_t>(term)];
    QString text =
        QStringLiteral("<b>%1</b>: %2 = %3 = %4")
            .arg(QString::fromUtf8(t.name).toHtmlEscaped(), formulaHtml(bytesFormula(t.shape, t.element_bytes)),
                 formulaHtml(bytesFormula(t.shape, t.element_bytes, summary->cost.values)), exactBytesText(t.bytes));
    const QString seen = seenText(t);
    if (!seen.isEmpty()) {
        text += QStringLiteral("<br>") + seen + QStringLiteral(" <a href=\"heads\">%1</a>").arg(tr("Show the heads"));
    }
    details_->setText(text);
}

void CostTab::tellEvent(int event) {
    const CostSummary* summary = terms_->terms().summary();
    if (summary == nullptr || summary->cost.peak_event < 0) {
        event_->clear();
        return;
    }
    event_->setText(event >= 0 ? eventText(summary->cost, event)
                               : tr("Peak: %1").arg(eventText(summary->cost, summary->cost.peak_event)));
}

void CostTab::markTerm(int term) {
    peak_->setMarked(term);
    timeline_->setMarked(term);
}

void CostTab::openTerm(int term) {
    const CostSummary* summary = terms_->terms().summary();
    if (summary != nullptr && term >= 0 && !seenText(summary->cost.terms[static_cast<std::size_t>(term)]).isEmpty()) {
        emit headsRequested();
    }
}

void CostTab::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::FontChange) {
        arrange();
    }
    QScrollArea::changeEvent(event);
}

void CostTab::retranslate() {
    termsTitle_->setText(tr("Tensors of one layer"));
    terms_->setAccessibleName(tr("Tensors of one layer"));
    timelineTitle_->setText(tr("Bytes alive, statement by statement"));
    timeline_->setAccessibleName(tr("Bytes alive, statement by statement"));
    curvesTitle_->setText(tr("Peak along"));
    axis_->setAccessibleName(tr("Peak along"));
    axis_->setChoices({{static_cast<int>(CostAxis::n_heads), QStringLiteral("h"), tr("number of heads")},
                       {static_cast<int>(CostAxis::seq_len), QStringLiteral("n"), tr("tokens of a sequence")},
                       {static_cast<int>(CostAxis::batch), QStringLiteral("batch"), tr("sequences at a time")}});
    headsTitle_->setText(tr("Every number of heads"));
    headsHint_->setText(tr("double click takes it"));
    heads_->setAccessibleName(tr("Every number of heads"));
    showTermDetails(terms_->chosenTerm());
    stale_ = true;
    showCost();
}

} // namespace headscope::ui
