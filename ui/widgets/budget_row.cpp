#include "ui/widgets/budget_row.h"

#include <algorithm>
#include <cmath>

#include <QGridLayout>
#include <QHBoxLayout>

#include "ui/present/cost_text.h"
#include "ui/present/number_format.h"
#include "ui/session/cost_source.h"
#include "ui/session/session.h"
#include "ui/theme/scaling.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_row.h"
#include "ui/widgets/inline_message.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/refusal.h"

namespace headscope::ui {

namespace {

constexpr int offeredGib[] = {4, 8, 24, 80};
constexpr double largestGib = 1024.0 * 1024.0;
constexpr auto gib = static_cast<double>(CostViewSettings::gib);

} // namespace

BudgetRow::BudgetRow(Session& session, CostSource& source, QWidget* parent)
    : Section(parent)
    , session_(session)
    , source_(source)
    , choices_(new ChoiceRow(this))
    , field_(new NumberField(this))
    , unit_(makeLabel("hint", this))
    , message_(new InlineMessage(this))
    , grid_(new QGridLayout)
    , note_(makeLabel("hint", this)) {
    choices_->setObjectName(QStringLiteral("budget"));
    field_->setObjectName(QStringLiteral("budgetGib"));
    field_->setAlignment(Qt::AlignRight);
    fixWidth(*field_, 72);
    unit_->setText(QStringLiteral("GiB"));
    auto* row = new QHBoxLayout;
    row->setSpacing(px(8));
    row->addWidget(choices_, 1);
    row->addWidget(field_);
    row->addWidget(unit_);
    body()->addLayout(row);
    body()->addWidget(message_);
    grid_->setHorizontalSpacing(px(12));
    grid_->setVerticalSpacing(px(4));
    grid_->setColumnStretch(1, 1);
    for (int i = 0; i < 3; ++i) {
        const Line line{makeLabel("hint", this), makeLabel("strong", this), makeLabel("hint", this)};
        line.length->setObjectName(QStringLiteral("fits.%1").arg(i));
        line.why->setObjectName(QStringLiteral("breaks.%1").arg(i));
        line.length->setAlignment(Qt::AlignRight);
        line.why->setWordWrap(true);
        line.why->setTextFormat(Qt::RichText);
        grid_->addWidget(line.engine, 2 * i, 0);
        grid_->addWidget(line.length, 2 * i, 1);
        grid_->addWidget(line.why, 2 * i + 1, 0, 1, 2);
        lines_.push_back(line);
    }
    body()->addLayout(grid_);
    note_->setWordWrap(true);
    body()->addWidget(note_);
    connect(choices_, &ChoiceRow::chosen, this,
            [this](int value) { setBudget(static_cast<Index>(value) * CostViewSettings::gib); });
    connect(field_, &NumberField::entered, this, &BudgetRow::enterBudget);
    retranslate();
}

void BudgetRow::enterBudget(const QString& text) {
    const std::optional<double> value = parseDecimal(text);
    if (!value || *value <= 0.0 || *value > largestGib) {
        refuseTyped(*message_, *field_, field_->accessibleName(), text,
                    tr("a number above 0 and at most %1, in GiB").arg(countText(static_cast<Index>(largestGib))));
        return;
    }
    setBudget(std::max<Index>(1, static_cast<Index>(std::llround(*value * gib))));
}

void BudgetRow::setBudget(Index bytes) {
    session_.change(Session::Field::view, [bytes](SessionState& state) { state.view.cost.budget_bytes = bytes; });
    showState();
}

void BudgetRow::showState() {
    const Index budget = session_.state().view.cost.budget_bytes;
    const bool whole = budget % CostViewSettings::gib == 0;
    choices_->setCurrent(whole ? static_cast<int>(budget / CostViewSettings::gib) : -1);
    field_->setValueText(QString::number(static_cast<double>(budget) / gib, 'g', 6));
    field_->setInvalid(false);
    message_->clearError();
    const std::vector<EngineFit>& fits = source_.fits();
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const CostEngine engine = static_cast<CostEngine>(i);
        const Line& line = lines_[i];
        const auto fit = std::ranges::find(fits, engine, &EngineFit::engine);
        line.engine->setText(engineName(engine, session_.state().view.cost.element));
        line.length->setText(fit == fits.end() ? QStringLiteral("–")
                                               : QStringLiteral("n = %1").arg(countText(fit->fit.largest_seq_len)));
        line.length->setToolTip(fit == fits.end() ? QString() : exactBytesText(fit->fit.needed_bytes));
        line.why->setText(fit == fits.end() ? QString() : fitText(*fit, budget));
        line.why->setToolTip(fit == fits.end() || !fit->breaking ? QString() : exactBytesText(fit->breaking->bytes));
    }
}

void BudgetRow::retranslate() {
    heading()->setText(tr("Fits in"));
    choices_->setAccessibleName(tr("Budget in GiB"));
    field_->setAccessibleName(tr("Budget in GiB"));
    field_->setToolTip(tr("Any budget"));
    std::vector<ChoiceRow::Choice> choices;
    for (const int value : offeredGib) {
        choices.push_back({value, QStringLiteral("%1 GiB").arg(value), {}});
    }
    choices_->setChoices(choices);
    note_->setText(tr(
        "One layer with its parameters; in training with AdamW's states, in the passes or in the step, whichever takes "
        "more."));
    showState();
}

} // namespace headscope::ui
