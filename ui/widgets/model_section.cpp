#include "ui/widgets/model_section.h"

#include <algorithm>

#include <QHBoxLayout>

#include "ui/session/session.h"
#include "ui/theme/scaling.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_row.h"
#include "ui/widgets/inline_message.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/refusal.h"

namespace headscope::ui {

namespace {

constexpr Index largestHeadButton = 64; // more are typed: a page of the grid shows 64 heads
constexpr int dModelButtons[] = {64, 128, 256, 512, 768, 1024};

} // namespace

ModelSection::ModelSection(Session& session, QWidget* parent)
    : Section(parent)
    , session_(session)
    , headsField_(new NumberField(this))
    , heads_(new ChoiceRow(this))
    , dModelLabel_(makeLabel("heading", this))
    , dModelField_(new NumberField(this))
    , dModel_(new ChoiceRow(this))
    , derived_(makeLabel("hint", this))
    , message_(new InlineMessage(this)) {
    headsField_->setObjectName(QStringLiteral("headsField"));
    heads_->setObjectName(QStringLiteral("heads"));
    dModelField_->setObjectName(QStringLiteral("dModelField"));
    dModel_->setObjectName(QStringLiteral("dModel"));
    for (NumberField* field : {headsField_, dModelField_}) {
        fixWidth(*field, 72);
        field->setAlignment(Qt::AlignRight);
    }
    static_cast<QHBoxLayout*>(body()->itemAt(0)->layout())->addWidget(headsField_);
    heading()->setBuddy(headsField_);
    body()->addWidget(heads_);
    auto* row = new QHBoxLayout;
    row->addWidget(dModelLabel_);
    row->addStretch();
    row->addWidget(dModelField_);
    dModelLabel_->setBuddy(dModelField_);
    body()->addLayout(row);
    body()->addWidget(dModel_);
    derived_->setWordWrap(true);
    body()->addWidget(derived_);
    body()->addWidget(message_);

    connect(headsField_, &NumberField::entered, this, &ModelSection::enterHeads);
    connect(dModelField_, &NumberField::entered, this, &ModelSection::enterDModel);
    connect(heads_, &ChoiceRow::chosen, this, &ModelSection::setHeads);
    connect(dModel_, &ChoiceRow::chosen, this, &ModelSection::setDModel);
    connect(message_, &InlineMessage::choiceTaken, this, &ModelSection::setHeads);
    connect(&session_, &Session::requestChanged, this, &ModelSection::showState);
    retranslate();
}

void ModelSection::stepHeads(int steps) {
    const ModelDims& dims = session_.state().request.dims;
    const std::vector<Index> legal = legal_head_counts(dims.d_model());
    const auto now = std::ranges::find(legal, dims.n_heads()) - legal.begin();
    const auto last = static_cast<std::ptrdiff_t>(legal.size()) - 1;
    setHeads(legal[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(now + steps, 0, last))]);
}

void ModelSection::enterHeads(const QString& text) {
    if (const std::optional<qint64> heads = parseCount(text)) {
        setHeads(*heads);
    } else {
        refuseTyped(*message_, *headsField_, tr("Heads"), text, Wanted::wholeNumber);
    }
}

void ModelSection::enterDModel(const QString& text) {
    if (const std::optional<qint64> dModel = parseCount(text)) {
        setDModel(*dModel);
    } else {
        refuseTyped(*message_, *dModelField_, QStringLiteral("d_model"), text, Wanted::wholeNumber);
    }
}

void ModelSection::setHeads(Index heads) {
    const Result<ModelDims> dims = ModelDims::create(session_.state().request.dims.d_model(), heads);
    if (!dims) {
        refuse(dims.error(), headsField_);
        return;
    }
    headsBefore_ = 0;
    session_.change(Session::Field::heads, [&](SessionState& state) {
        state.request.dims = *dims;
        state.view.focused_head = std::min(state.view.focused_head, static_cast<int>(heads) - 1);
    });
    showState();
}

void ModelSection::setDModel(Index dModel) {
    const Index heads = session_.state().request.dims.n_heads();
    const bool possible = dModel >= 1 && dModel <= ModelDims::largest_d_model;
    const Index kept = possible ? nearest_head_count(dModel, heads) : heads;
    const Result<ModelDims> dims = ModelDims::create(dModel, kept);
    if (!dims) {
        refuse(dims.error(), dModelField_);
        return;
    }
    headsBefore_ = kept == heads ? 0 : heads;
    session_.change(Session::Field::d_model, [&](SessionState& state) {
        state.request.dims = *dims;
        state.view.focused_head = std::min(state.view.focused_head, static_cast<int>(kept) - 1);
    });
    showState();
}

void ModelSection::refuse(const Error& error, NumberField* field) {
    std::vector<std::int64_t> choices;
    if (error.code == ErrorCode::heads_do_not_divide) {
        choices = {std::get<std::int64_t>(error.arguments[2]), std::get<std::int64_t>(error.arguments[3])};
    }
    message_->showError(error, choices);
    field->setInvalid(true);
}

void ModelSection::showState() {
    const ModelDims& dims = session_.state().request.dims;
    const bool fromFile = std::holds_alternative<FileWeights>(session_.state().request.weights);
    headsField_->setValueText(QString::number(dims.n_heads()));
    dModelField_->setValueText(QString::number(dims.d_model()));
    showHeadChoices();
    dModel_->setCurrent(static_cast<int>(dims.d_model()));
    dModel_->setEnabled(!fromFile);
    dModelField_->setEnabled(!fromFile);
    message_->clearError();
    headsField_->setInvalid(false);
    dModelField_->setInvalid(false);
    QString text = tr("d_k = %1 / %2 = %3").arg(dims.d_model()).arg(dims.n_heads()).arg(dims.d_head());
    if (fromFile) {
        text += QStringLiteral(" · ") + tr("d_model comes from the weights file");
    } else if (headsBefore_ != 0 && dims.n_heads() != headsBefore_) {
        text += QStringLiteral(" · ") + tr("%1 heads do not divide %2").arg(headsBefore_).arg(dims.d_model());
    }
    derived_->setText(text);
}

void ModelSection::showHeadChoices() {
    const ModelDims& dims = session_.state().request.dims;
    std::vector<ChoiceRow::Choice> choices;
    for (const Index h : legal_head_counts(dims.d_model())) {
        if (h <= largestHeadButton || h == dims.n_heads()) {
            choices.push_back({static_cast<int>(h), QString::number(h), tr("d_k = %1").arg(dims.d_model() / h)});
        }
    }
    heads_->setChoices(choices);
    heads_->setCurrent(static_cast<int>(dims.n_heads()));
}

void ModelSection::retranslate() {
    heading()->setText(tr("Hea&ds"));
    heads_->setAccessibleName(tr("Heads"));
    headsField_->setAccessibleName(tr("Heads"));
    headsField_->setToolTip(tr("Any number that divides d_model"));
    dModelLabel_->setText(tr("d_&model"));
    dModel_->setAccessibleName(QStringLiteral("d_model"));
    dModelField_->setAccessibleName(QStringLiteral("d_model"));
    dModelField_->setToolTip(tr("The length of each token's vector, 1 to %1").arg(ModelDims::largest_d_model));
    std::vector<ChoiceRow::Choice> choices;
    for (const int d : dModelButtons) {
        choices.push_back({d, QString::number(d), {}});
    }
    dModel_->setChoices(choices);
    showState();
}

} // namespace headscope::ui
