#include "ui/widgets/cost_controls.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>

#include "ui/present/cost_text.h"
#include "ui/present/number_format.h"
#include "ui/session/cost_source.h"
#include "ui/session/session.h"
#include "ui/theme/scaling.h"
#include "ui/theme/theme.h"
#include "ui/widgets/cost_choices.h"
#include "ui/widgets/inline_message.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/refusal.h"
#include "ui/widgets/section.h"

namespace headscope::ui {

namespace {

constexpr double paddingOfField = 28.0;

} // namespace

CostControls::CostControls(Session& session, CostSource& source, QWidget* parent)
    : QWidget(parent)
    , session_(session)
    , source_(source)
    , row_(new FlowBox(px(16), this))
    , engine_(new EngineBox(session, EngineBox::Names::whole, this))
    , mode_(new ModeRow(session, this))
    , fromText_(new QPushButton(this))
    , mask_(new ChoiceRow(this))
    , element_(new ChoiceRow(this))
    , keep_(new ChoiceRow(this))
    , keepSentence_(makeLabel("hint", this))
    , message_(new InlineMessage(this)) {
    const std::pair<QWidget*, const char*> names[] = {
        {engine_, "engine"},   {mode_, "mode"}, {fromText_, "seqLenFromText"},  {mask_, "maskShape"},
        {element_, "element"}, {keep_, "keep"}, {keepSentence_, "keepSentence"}};
    for (const auto& [widget, name] : names) {
        widget->setObjectName(QString::fromLatin1(name));
    }
    fixWidth(*engine_, 364);
    fromText_->setCheckable(true);
    keepSentence_->setWordWrap(true);
    row_->layout()->addWidget(labelled(engineLabel_, {engine_}));
    row_->layout()->addWidget(labelled(modeLabel_, {mode_}));
    batch_ = addField("batch", 64);
    seqLen_ = addField("seqLen", 72, {fromText_});
    row_->layout()->addWidget(labelled(maskLabel_, {mask_}));
    dropout_ = addField("costDropout", 64);
    row_->layout()->addWidget(labelled(elementLabel_, {element_}));
    layers_ = addField("layers", 64);
    row_->layout()->addWidget(labelled(keepLabel_, {keep_}));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(px(8));
    layout->addWidget(row_);
    layout->addWidget(keepSentence_);
    layout->addWidget(message_);
    connectEdits();
    retranslate();
}

QWidget* CostControls::labelled(QLabel*& label, const std::vector<QWidget*>& controls) {
    auto* box = new QWidget(this);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(px(2));
    label = makeLabel("hint", box);
    label->setBuddy(controls.front());
    layout->addWidget(label);
    auto* line = new QHBoxLayout;
    line->setSpacing(px(4));
    for (QWidget* control : controls) {
        line->addWidget(control, 0, Qt::AlignTop);
    }
    line->addStretch();
    layout->addLayout(line);
    return box;
}

CostControls::Field CostControls::addField(const char* name, double width, const std::vector<QWidget*>& more) {
    Field f{nullptr, new NumberField(this), width};
    f.field->setObjectName(QString::fromLatin1(name));
    f.field->setAlignment(Qt::AlignRight);
    fixWidth(*f.field, width);
    std::vector<QWidget*> controls{f.field};
    controls.insert(controls.end(), more.begin(), more.end());
    row_->layout()->addWidget(labelled(f.label, controls));
    return f;
}

template <typename Set>
void CostControls::enterCount(NumberField* field, const QString& text, Set set) {
    const std::optional<qint64> value = parseCount(text);
    if (!value) {
        refuseTyped(*message_, *field, field->accessibleName(), text, Wanted::wholeNumber);
        return;
    }
    SessionState next = session_.state();
    set(next, *value);
    CostQuestion question = costQuestion(next, 1);
    Result<void> checked = question.settings.check();
    if (checked && question.layers < 1) {
        checked = fail(ErrorCode::cost_size_not_positive, tr("layers").toStdString(), question.layers);
    }
    if (!checked) {
        refuse(checked.error(), field);
        return;
    }
    session_.edit(Session::Field::view, std::move(next));
    showState();
}

void CostControls::connectEdits() {
    const auto change = [this](auto edit) {
        session_.change(Session::Field::view, [&](SessionState& state) { edit(state); });
        showState();
    };
    connect(batch_.field, &NumberField::entered, this, [this](const QString& text) {
        enterCount(batch_.field, text, [](SessionState& state, Index value) { state.view.cost.batch = value; });
    });
    connect(seqLen_.field, &NumberField::entered, this, [this](const QString& text) {
        enterCount(seqLen_.field, text, [](SessionState& state, Index value) { state.view.cost.seq_len = value; });
    });
    connect(layers_.field, &NumberField::entered, this, [this](const QString& text) {
        enterCount(layers_.field, text, [](SessionState& state, Index value) { state.view.cost.layers = value; });
    });
    connect(fromText_, &QPushButton::clicked, this, [this, change](bool on) {
        change([on, n = source_.question().settings.seq_len](SessionState& state) {
            state.view.cost.seq_len = on ? std::nullopt : std::optional(std::max<Index>(1, n));
        });
    });
    connect(dropout_.field, &NumberField::entered, this, &CostControls::enterDropout);
    connect(mask_, &ChoiceRow::chosen, this, [change](int shape) {
        change([shape = static_cast<MaskShape>(shape)](SessionState& state) {
            // The request's own shape: from now on it follows the request again.
            const bool own = shape == maskShapeOf(state.request);
            state.view.cost.mask = own ? std::nullopt : std::optional(shape);
        });
    });
    connect(element_, &ChoiceRow::chosen, this, [change](int element) {
        change([element](SessionState& state) { state.view.cost.element = static_cast<ElementType>(element); });
    });
    connect(keep_, &ChoiceRow::chosen, this, [change](int keep) {
        change([keep](SessionState& state) { state.view.cost.keep = static_cast<Keep>(keep); });
    });
    connect(&session_, &Session::requestChanged, this, &CostControls::showState);
    connect(&session_, &Session::viewChanged, this, &CostControls::showState);
    connect(&source_, &CostSource::changed, this, &CostControls::showState);
}

void CostControls::enterDropout(const QString& text) {
    const std::optional<double> p = parseDecimal(text);
    if (!p) {
        refuseTyped(*message_, *dropout_.field, dropout_.field->accessibleName(), text, Wanted::number);
        return;
    }
    AttentionSettings settings = session_.state().request.attention;
    settings.dropout = *p;
    if (const Result<void> checked = settings.check(); !checked) {
        refuse(checked.error(), dropout_.field);
        return;
    }
    session_.change(Session::Field::dropout, [&](SessionState& state) { state.request.attention = settings; });
    showState();
}

void CostControls::refuse(const Error& error, NumberField* field) {
    message_->showError(error);
    field->setInvalid(true);
}

void CostControls::showState() {
    const SessionState& state = session_.state();
    const CostViewSettings& cost = state.view.cost;
    batch_.field->setValueText(QString::number(cost.batch));
    seqLen_.field->setValueText(QString::number(cost.seq_len.value_or(source_.question().settings.seq_len)));
    fromText_->setChecked(!cost.seq_len);
    mask_->setCurrent(static_cast<int>(cost.mask.value_or(maskShapeOf(state.request))));
    dropout_.field->setValueText(decimalText(state.request.attention.dropout));
    showElements(cost);
    element_->setCurrent(static_cast<int>(cost.element));
    layers_.field->setValueText(QString::number(cost.layers));
    keep_->setCurrent(static_cast<int>(cost.keep));
    keepSentence_->setText(ui::keepSentence(cost.keep, cost.engine));
    for (NumberField* field : {batch_.field, seqLen_.field, dropout_.field, layers_.field}) {
        field->setInvalid(false);
    }
    for (const Field& f : {batch_, seqLen_, dropout_, layers_}) {
        fitWidth(f);
    }
    message_->clearError();
}

// A number is never cut: half of it would be another number.
void CostControls::fitWidth(const Field& f) {
    const double text = f.field->fontMetrics().horizontalAdvance(f.field->text()) / (px(100) / 100.0);
    fixWidth(*f.field, std::max(f.width, text + paddingOfField));
}

// int8 has no gradient, so training offers it only where it is already chosen, and then says what is wrong.
void CostControls::showElements(const CostViewSettings& cost) {
    std::vector<ChoiceRow::Choice> elements;
    for (const ElementType element :
         {ElementType::float32, ElementType::float16, ElementType::bfloat16, ElementType::int8}) {
        if (element != ElementType::int8 || cost.mode == CostMode::inference || cost.element == element) {
            elements.push_back({static_cast<int>(element), elementName(element),
                                element == ElementType::float32 ? QString() : tr("computed, not measured")});
        }
    }
    element_->setChoices(elements);
}

void CostControls::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QWidget::changeEvent(event);
}

void CostControls::retranslate() {
    const auto name = [](QLabel* label, QWidget* control, const QString& text, const QString& toolTip) {
        label->setText(text);
        control->setAccessibleName(text);
        control->setToolTip(toolTip);
    };
    engineLabel_->setText(tr("Engine"));
    modeLabel_->setText(tr("Mode"));
    name(batch_.label, batch_.field, tr("batch"), tr("Sequences at a time"));
    name(seqLen_.label, seqLen_.field, tr("n (tokens)"),
         tr("Tokens of each sequence: those of the text, or any number"));
    name(dropout_.label, dropout_.field, tr("dropout p"), tr("Drawn in training only; the same p as on the left"));
    name(layers_.label, layers_.field, tr("layers"), tr("Equal layers, one after the other: computed"));
    fromText_->setText(tr("from text"));
    fromText_->setToolTip(tr("n follows the text"));
    fromText_->setAccessibleName(tr("n follows the text"));
    maskLabel_->setText(tr("mask"));
    mask_->setAccessibleName(tr("mask"));
    std::vector<ChoiceRow::Choice> shapes;
    for (const MaskShape shape :
         {MaskShape::none, MaskShape::all, MaskShape::each_batch, MaskShape::key_padding, MaskShape::each_head}) {
        shapes.push_back({static_cast<int>(shape), maskShapeName(shape), maskShapeHint(shape)});
    }
    mask_->setChoices(shapes);
    elementLabel_->setText(tr("numbers"));
    element_->setAccessibleName(tr("numbers"));
    keepLabel_->setText(tr("With more heads"));
    keep_->setAccessibleName(tr("With more heads"));
    keep_->setChoices(
        {{static_cast<int>(Keep::d_model), tr("keep d_model"), ui::keepSentence(Keep::d_model, CostEngine::pytorch)},
         {static_cast<int>(Keep::d_head), tr("keep d_k"), ui::keepSentence(Keep::d_head, CostEngine::pytorch)}});
    showState();
}

} // namespace headscope::ui
