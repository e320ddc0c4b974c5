#include "ui/widgets/peak_summary.h"

#include <algorithm>

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>

#include "ui/plot/stacked_bars.h"
#include "ui/present/cost_text.h"
#include "ui/present/error_text.h"
#include "ui/present/number_format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/section.h"
#include "ui/widgets/steady_box.h"

namespace headscope::ui {

namespace {

StackedBar barOf(const QString& label, const MemoryCost& cost, const std::vector<PeakPart>& parts,
                 const MemoryCost& marks) {
    StackedBar bar{label, bytesText(cost.peak_bytes), peakToolTip(cost, parts), {}};
    for (const PeakPart& part : parts) {
        const MemoryTerm& term = cost.terms[static_cast<std::size_t>(part.term)];
        // Marked by the term of this name at h heads, where there may be more or fewer of them.
        const auto same = std::ranges::find(marks.terms, term.name, &MemoryTerm::name);
        const int mark = &cost == &marks             ? part.term
                         : same == marks.terms.end() ? -1
                                                     : static_cast<int>(same - marks.terms.begin());
        bar.segments.push_back({part.bytes, part.grows, mark, termToolTip(term, cost.values)});
    }
    return bar;
}

} // namespace

PeakSummary::PeakSummary(QWidget* parent)
    : QWidget(parent)
    , peak_(makeLabel("figure", this))
    , origin_(makeLabel("hint", this))
    , bars_(new StackedBars(this))
    , constantSquare_(new QLabel(this))
    , constant_(makeLabel("hint", this))
    , growingSquare_(new QLabel(this))
    , growing_(makeLabel("hint", this))
    , factor_(makeLabel("factor", this))
    , share_(new QLabel(this))
    , step_(makeLabel("hint", this))
    , stack_(makeLabel("hint", this)) {
    const std::pair<QLabel*, const char*> names[] = {
        {peak_, "peakBytes"}, {origin_, "origin"}, {constant_, "constantBytes"}, {growing_, "growingBytes"},
        {factor_, "factor"},  {share_, "share"},   {step_, "optimizerStep"},     {stack_, "layersPeak"}};
    for (const auto& [label, name] : names) {
        label->setObjectName(QString::fromLatin1(name));
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->setFocusPolicy(Qt::NoFocus);
    }
    for (QLabel* label : {origin_, factor_, share_, step_, stack_}) {
        label->setWordWrap(true);
    }
    bars_->setObjectName(QStringLiteral("peakBars"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(new SteadyBox(peak_));
    layout->addWidget(new SteadyBox(origin_));
    layout->addSpacing(px(12));
    layout->addWidget(bars_);
    layout->addSpacing(px(8));
    for (const auto& [square, label] : {std::pair{constantSquare_, constant_}, std::pair{growingSquare_, growing_}}) {
        auto* row = new QHBoxLayout;
        row->setSpacing(px(8));
        row->addWidget(square);
        row->addWidget(new SteadyBox(label), 1);
        layout->addLayout(row);
    }
    layout->addSpacing(px(8));
    for (QLabel* label : {factor_, share_, step_, stack_}) {
        layout->addWidget(new SteadyBox(label));
    }
    connect(bars_, &StackedBars::segmentHovered, this, &PeakSummary::termHovered);
}

void PeakSummary::setMarked(int term) {
    bars_->setMarked(term);
}

void PeakSummary::showSummary(const Result<CostSummary>& summary) {
    for (QWidget* w :
         {static_cast<QWidget*>(bars_), static_cast<QWidget*>(constantSquare_), static_cast<QWidget*>(constant_),
          static_cast<QWidget*>(growingSquare_), static_cast<QWidget*>(growing_), static_cast<QWidget*>(factor_),
          static_cast<QWidget*>(share_)}) {
        w->setVisible(summary.has_value());
    }
    if (!summary) {
        showNothing(summary.error());
        return;
    }
    const CostSummary& s = *summary;
    peak_->setText(tr("peak %1").arg(bytesText(s.cost.peak_bytes)));
    peak_->setToolTip(peakToolTip(s.cost, s.parts));
    const bool training = s.cost.settings.mode == CostMode::training;
    origin_->setText(training ? tr("forward and backward; %1").arg(originText(s.cost)) : originText(s.cost));
    origin_->setToolTip(originHint(s.cost));
    showBars(s);
    const std::optional<double> factor = s.factor();
    factor_->setText(factor ? factorSentence(*factor) : noDoubleText(s.question));
    factor_->setProperty("plain", !factor);
    if (factor) {
        factor_->setToolTip(exactBytesText(s.doubled->peak_bytes) + QStringLiteral(" / ") +
                            exactBytesText(s.cost.peak_bytes));
    } else {
        factor_->setToolTip({});
    }
    share_->setText(shareSentence(s));
    share_->setToolTip(exactBytesText(growingBytes(s.parts)) + QStringLiteral(" / ") +
                       exactBytesText(s.cost.peak_bytes));
    showMore(s);
}

void PeakSummary::showMore(const CostSummary& s) {
    step_->setVisible(s.cost.step_peak_bytes > 0);
    step_->setText((s.cost.step_peak_bytes > s.cost.peak_bytes
                        ? tr("The optimizer step takes more: %1, of which gradients %2 and AdamW's states %3")
                        : tr("Optimizer step: %1, of which gradients %2 and AdamW's states %3"))
                       .arg(bytesText(s.cost.step_peak_bytes), bytesText(s.cost.gradient_bytes),
                            bytesText(s.cost.optimizer_bytes)));
    step_->setToolTip(exactBytesText(s.cost.step_peak_bytes));
    stack_->setVisible(s.stack.has_value());
    if (s.stack) {
        QString text = (isStackMeasured(s.cost) ? tr("%1 layers, as PyTorch allocates them: peak %2")
                                                : tr("%1 layers, computed: peak %2"))
                           .arg(countText(s.stack->layers), bytesText(s.stack->peak_bytes));
        if (s.doubledStack && s.stack->peak_bytes > 0) {
            text += tr(", at 2h %1")
                        .arg(factorText(static_cast<double>(s.doubledStack->peak_bytes) /
                                        static_cast<double>(s.stack->peak_bytes)));
        }
        stack_->setText(text);
        stack_->setToolTip(exactBytesText(s.stack->peak_bytes));
    }
}

void PeakSummary::showBars(const CostSummary& summary) {
    const Index heads = summary.question.settings.n_heads;
    std::vector<StackedBar> bars{barOf(QStringLiteral("h = %1").arg(heads), summary.cost, summary.parts, summary.cost)};
    if (summary.doubled) {
        bars.push_back(
            barOf(QStringLiteral("2h = %1").arg(heads * 2), *summary.doubled, summary.doubledParts, summary.cost));
    }
    bars_->setBars(std::move(bars));
    const Index growing = growingBytes(summary.parts);
    const Index constant = summary.cost.peak_bytes - growing;
    const int size = px(12);
    const bool dark = isDark(palette());
    constantSquare_->setPixmap(legendSquare(false, dark, size));
    growingSquare_->setPixmap(legendSquare(true, dark, size));
    constant_->setText(tr("does not depend on h: %1").arg(bytesText(constant)));
    constant_->setToolTip(exactBytesText(constant));
    growing_->setText(tr("grows with h: %1").arg(bytesText(growing)));
    growing_->setToolTip(exactBytesText(growing));
    bars_->setAccessibleName(tr("Peak at h and at 2h heads"));
    bars_->setAccessibleDescription(constant_->text() + QStringLiteral("; ") + growing_->text());
}

void PeakSummary::showNothing(const Error& error) {
    peak_->setText(tr("peak %1").arg(QStringLiteral("–")));
    peak_->setToolTip({});
    const bool noText = error.code == ErrorCode::cost_size_not_positive;
    origin_->setText(noText ? tr("Without a token there is nothing to count.") : errorText(error));
    step_->hide();
    stack_->hide();
}

// As FlowBox: keeps its height to what its width needs by itself, because nested layouts ask for heights at widths that
// they do not give in the end, and the bars would be cut.
void PeakSummary::fitHeight() {
    const int height = layout()->heightForWidth(width());
    if (height > 0 && height != minimumHeight()) {
        setFixedHeight(height);
    }
}

void PeakSummary::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitHeight();
}

bool PeakSummary::event(QEvent* event) {
    const bool handled = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest) {
        fitHeight(); // another text, another font
    } else if (event->type() == QEvent::Show) {
        layout()->invalidate(); // what changed while it was hidden has not been laid out
        fitHeight();
    }
    return handled;
}

void PeakSummary::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && !constantSquare_->pixmap().isNull()) {
        const bool dark = isDark(palette());
        constantSquare_->setPixmap(legendSquare(false, dark, px(12)));
        growingSquare_->setPixmap(legendSquare(true, dark, px(12)));
    }
    QWidget::changeEvent(event);
}

} // namespace headscope::ui
