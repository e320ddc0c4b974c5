#include "ui/widgets/cost_panel.h"

#include <QHBoxLayout>
#include <QPushButton>

#include "ui/present/cost_text.h"
#include "ui/present/error_text.h"
#include "ui/present/number_format.h"
#include "ui/session/cost_source.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/cost_choices.h"
#include "ui/widgets/inline_message.h"
#include "ui/widgets/peak_summary.h"
#include "ui/widgets/steady_box.h"

namespace headscope::ui {

CostPanel::CostPanel(Session& session, CostSource& source, QWidget* parent)
    : Section(parent)
    , source_(source)
    , engine_(new EngineBox(session, EngineBox::Names::compact, this))
    , mode_(new ModeRow(session, this))
    , message_(new InlineMessage(this))
    , peak_(new PeakSummary(this)) {
    // Not Fixed: that is the height at the width that the sentences would like, too little where they wrap.
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    engine_->setObjectName(QStringLiteral("costEngine"));
    mode_->setObjectName(QStringLiteral("costMode"));
    aside()->setObjectName(QStringLiteral("costQuestion"));
    body()->addWidget(engine_);
    body()->addWidget(mode_);
    body()->addWidget(message_);
    body()->addWidget(peak_);
    buildRun();
    flops_ = addFigure("flops");
    time_ = addFigure("time");
    parameters_ = addFigure("parameters");
    whole_ = new QPushButton(this);
    whole_->setObjectName(QStringLiteral("wholeCost"));
    body()->addWidget(whole_);
    body()->addStretch();
    connect(whole_, &QPushButton::clicked, this, &CostPanel::wholeRequested);
    connect(&source_, &CostSource::changed, this, &CostPanel::showCost);
    retranslate();
}

CostPanel::Figure CostPanel::addFigure(const char* objectName) {
    Figure figure{makeLabel("hint", this), makeLabel("value", this), makeLabel("hint", this)};
    figure.value->setObjectName(QString::fromLatin1(objectName));
    figure.value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    figure.hint->setWordWrap(true);
    auto* box = new QVBoxLayout;
    box->setSpacing(0);
    box->addWidget(figure.name);
    box->addWidget(new SteadyBox(figure.value));
    box->addWidget(new SteadyBox(figure.hint));
    body()->addLayout(box);
    return figure;
}

void CostPanel::buildRun() {
    runTitle_ = makeLabel("strong", this);
    runEngine_ = makeLabel("hint", this);
    auto* box = new QVBoxLayout;
    box->setSpacing(0);
    auto* top = new QHBoxLayout;
    top->addWidget(runTitle_);
    top->addStretch();
    top->addWidget(runEngine_);
    box->addLayout(top);
    for (const auto& [line, name] : {std::pair{&predicted_, "predictedBytes"}, std::pair{&measured_, "measuredBytes"},
                                     std::pair{&difference_, "differenceBytes"}}) {
        *line = {makeLabel("hint", this), new QLabel(this)};
        line->value->setObjectName(QString::fromLatin1(name));
        auto* row = new QHBoxLayout;
        row->addWidget(line->name);
        line->value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        row->addWidget(new SteadyBox(line->value), 1);
        box->addLayout(row);
    }
    body()->addLayout(box);
}

void CostPanel::showSnapshot(std::shared_ptr<const Snapshot> snapshot) {
    snapshot_ = std::move(snapshot);
    showRun();
}

void CostPanel::showCost() {
    const Result<CostSummary>& summary = source_.summary();
    const CostSettings& settings = source_.question().settings;
    aside()->setText(QStringLiteral("n = %1, h = %2").arg(countText(settings.seq_len), countText(settings.n_heads)));
    aside()->setToolTip(questionText(source_.question()));
    peak_->showSummary(summary);
    showWarning();
    const bool training = settings.mode == CostMode::training;
    const QString none = QStringLiteral("–");
    const Index flops = summary ? summary->flops.forward_total + (training ? summary->flops.backward_total : 0) : 0;
    const Index withHeads =
        summary ? summary->flops.forward_with_heads + (training ? summary->flops.backward_with_heads : 0) : 0;
    flops_.name->setText(training ? tr("FLOPs, forward and backward") : tr("FLOPs"));
    flops_.value->setText(summary ? flopsText(flops) : none);
    flops_.value->setToolTip(summary ? flopsToolTip(settings) : QString());
    flops_.hint->setText(summary ? tr("%1 of it grows with the heads").arg(percentText(withHeads, flops)) : QString());
    flops_.hint->setToolTip(summary ? tr("%1 operations").arg(countText(withHeads)) : QString());
    parameters_.value->setText(summary ? countText(summary->cost.parameters) : none);
    parameters_.value->setToolTip(
        summary ? QStringLiteral("4 · %1² + 4 · %1 = %2").arg(countText(settings.d_model), parameters_.value->text())
                : QString());
    parameters_.hint->setText(
        summary ? tr("%1, whatever the number of heads").arg(bytesText(summary->cost.parameter_bytes)) : QString());
    parameters_.hint->setToolTip(summary ? exactBytesText(summary->cost.parameter_bytes) : QString());
}

void CostPanel::showWarning() {
    const std::optional<Error>& warning = source_.warning();
    if (!warning) {
        message_->clearError();
    } else if (message_->isHidden() || message_->accessibleName() != errorText(*warning)) {
        message_->showError(*warning); // not at every key: it scrolls itself into view
    }
}

QString CostPanel::timeHint(const Timings& timings) {
    const QString attention = durationText(timings.attention);
    return timings.rows_before == 0
               ? tr("measured; attention alone %1").arg(attention)
               : tr("measured; attention alone %1, which took over what the run before had computed").arg(attention);
}

void CostPanel::showRun() {
    const bool measured = snapshot_ != nullptr && !snapshot_->empty();
    const bool blocked = measured && snapshot_->mapped();
    runEngine_->setText(engineName(blocked ? CostEngine::blocked : CostEngine::materialised, ElementType::float32));
    time_.value->setText(measured ? durationText(snapshot_->timings.total) : QStringLiteral("–"));
    time_.hint->setText(measured ? timeHint(snapshot_->timings) : QString());
    const std::optional<RunMemory> memory = measured ? runMemory(*snapshot_) : std::nullopt;
    const auto show = [&](const Line& line, Index bytes) {
        line.value->setText(memory ? exactBytesText(bytes) : QStringLiteral("–"));
    };
    show(predicted_, memory.value_or(RunMemory()).predicted);
    show(measured_, memory.value_or(RunMemory()).measured);
    show(difference_, memory ? memory->measured - memory->predicted : 0);
}

void CostPanel::retranslate() {
    heading()->setText(tr("Cost"));
    runTitle_->setText(tr("Run shown"));
    runTitle_->setToolTip(tr("The run whose heads are on screen"));
    predicted_.name->setText(tr("predicted peak"));
    measured_.name->setText(tr("measured peak"));
    measured_.value->setToolTip(tr("Counted while the forward pass allocated its tensors"));
    difference_.name->setText(tr("difference"));
    time_.name->setText(tr("Time of that run"));
    parameters_.name->setText(tr("Parameters"));
    whole_->setText(tr("Everything about the cost"));
    showCost();
    showRun();
}

} // namespace headscope::ui
