#include "ui/widgets/attention_section.h"

#include <cmath>

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QRandomGenerator>
#include <QSlider>

#include "ui/present/number_format.h"
#include "ui/session/session.h"
#include "ui/theme/scaling.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_row.h"
#include "ui/widgets/inline_message.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/refusal.h"

namespace headscope::ui {

namespace {

// The slider is logarithmic: 0.05 to 20, 1 in the middle. The field takes the engine's whole range.
constexpr int sliderEnd = 100;
const double sliderSpan = std::log(20.0);
constexpr double usualDropout = 0.1; // the article's

int sliderPosition(double temperature) {
    return static_cast<int>(std::lround(std::log(temperature) / sliderSpan * sliderEnd));
}

double sliderTemperature(int position) {
    return std::round(std::exp(position * sliderSpan / sliderEnd) * 100.0) / 100.0;
}

} // namespace

AttentionSection::AttentionSection(Session& session, QWidget* parent)
    : Section(parent)
    , session_(session) {
    build();
    retranslate();
    connectEdits();
}

void AttentionSection::build() {
    const auto field = [this](const char* name, double width) {
        auto* f = new NumberField(this);
        f->setObjectName(QString::fromLatin1(name));
        fixWidth(*f, width);
        f->setAlignment(Qt::AlignRight);
        return f;
    };
    const auto row = [this](QWidget* left, const std::vector<QWidget*>& right) {
        auto* widget = new QWidget(this);
        auto* layout = new QHBoxLayout(widget);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(left);
        layout->addStretch();
        for (QWidget* w : right) {
            layout->addWidget(w);
        }
        body()->addWidget(widget);
        return widget;
    };
    mask_ = new ChoiceRow(this);
    mask_->setObjectName(QStringLiteral("mask"));
    body()->addWidget(mask_);
    paddingLabel_ = makeLabel("hint", this);
    padding_ = field("padding", 72);
    paddingRow_ = row(paddingLabel_, {padding_});
    fillLabel_ = makeLabel("hint", this);
    fill_ = new ChoiceRow(this);
    fill_->setObjectName(QStringLiteral("maskFill"));
    fillRow_ = row(fillLabel_, {fill_});
    temperatureLabel_ = makeLabel("heading", this);
    temperature_ = field("temperature", 72);
    temperatureLabel_->setBuddy(temperature_);
    row(temperatureLabel_, {temperature_});
    temperatureSlider_ = new QSlider(Qt::Horizontal, this);
    temperatureSlider_->setObjectName(QStringLiteral("temperatureSlider"));
    temperatureSlider_->setRange(-sliderEnd, sliderEnd);
    temperatureSlider_->installEventFilter(this);
    body()->addWidget(temperatureSlider_);
    dropout_ = new QCheckBox(this);
    dropout_->setObjectName(QStringLiteral("dropout"));
    dropoutP_ = field("dropoutP", 72);
    row(dropout_, {dropoutP_});
    dropoutSeedLabel_ = makeLabel("hint", this);
    dropoutSeed_ = field("dropoutSeed", 80);
    newDropoutSeed_ = new QPushButton(this);
    newDropoutSeed_->setObjectName(QStringLiteral("newDropoutSeed"));
    dropoutSeedRow_ = row(dropoutSeedLabel_, {dropoutSeed_, newDropoutSeed_});
    message_ = new InlineMessage(this);
    body()->addWidget(message_);
}

void AttentionSection::connectEdits() {
    const auto change = [this](Session::Field fieldId, auto edit) {
        session_.change(fieldId, [&](SessionState& state) { edit(state.request.attention); });
        showState(); // also where nothing changed: a refused entry gives way to the present value
    };
    connect(mask_, &ChoiceRow::chosen, this, [change](int kind) {
        change(Session::Field::mask, [kind](AttentionSettings& s) {
            switch (static_cast<Mask::Kind>(kind)) {
            case Mask::Kind::causal: s.mask = Mask::causal(); break;
            case Mask::Kind::key_padding: s.mask = Mask::key_padding(2); break;
            default: s.mask = Mask(); break;
            }
        });
    });
    connect(padding_, &NumberField::entered, this, &AttentionSection::enterPadding);
    connect(fill_, &ChoiceRow::chosen, this, [change](int fill) {
        change(Session::Field::mask, [fill](AttentionSettings& s) { s.mask_fill = static_cast<MaskFill>(fill); });
    });
    connect(temperatureSlider_, &QSlider::valueChanged, this, [change](int position) {
        change(Session::Field::temperature,
               [position](AttentionSettings& s) { s.temperature = sliderTemperature(position); });
    });
    connect(temperature_, &NumberField::entered, this, &AttentionSection::enterTemperature);
    connect(dropout_, &QCheckBox::clicked, this, [change](bool on) {
        change(Session::Field::dropout, [on](AttentionSettings& s) { s.dropout = on ? usualDropout : 0.0; });
    });
    connect(dropoutP_, &NumberField::entered, this, &AttentionSection::enterDropout);
    connect(dropoutSeed_, &NumberField::entered, this, [this, change](const QString& text) {
        if (const std::optional<quint64> seed = parseSeed(text)) {
            change(Session::Field::dropout, [seed](AttentionSettings& s) { s.dropout_seed = *seed; });
        } else {
            refuseTyped(*message_, *dropoutSeed_, tr("Seed"), text, Wanted::seed);
        }
    });
    connect(newDropoutSeed_, &QPushButton::clicked, this, [change] {
        change(Session::Field::dropout,
               [](AttentionSettings& s) { s.dropout_seed = QRandomGenerator::global()->bounded(10'000); });
    });
    connect(&session_, &Session::requestChanged, this, &AttentionSection::showState);
}

bool AttentionSection::eventFilter(QObject* watched, QEvent* event) {
    if (watched == temperatureSlider_ && event->type() == QEvent::Wheel) {
        event->ignore(); // the wheel scrolls the panel; it does not change a number in passing
        return true;
    }
    return Section::eventFilter(watched, event);
}

bool AttentionSection::refuseUnlessNumber(const QString& text, NumberField* field) {
    if (parseDecimal(text)) {
        return false;
    }
    refuseTyped(*message_, *field, field->accessibleName(), text, Wanted::number);
    return true;
}

void AttentionSection::enterTemperature(const QString& text) {
    if (refuseUnlessNumber(text, temperature_)) {
        return;
    }
    AttentionSettings settings = session_.state().request.attention;
    settings.temperature = *parseDecimal(text);
    if (const Result<void> checked = settings.check(); !checked) {
        message_->showError(checked.error());
        temperature_->setInvalid(true);
        return;
    }
    session_.change(Session::Field::temperature, [&](SessionState& state) { state.request.attention = settings; });
    showState();
}

void AttentionSection::enterDropout(const QString& text) {
    if (refuseUnlessNumber(text, dropoutP_)) {
        return;
    }
    AttentionSettings settings = session_.state().request.attention;
    settings.dropout = *parseDecimal(text);
    if (const Result<void> checked = settings.check(); !checked) {
        message_->showError(checked.error());
        dropoutP_->setInvalid(true);
        return;
    }
    session_.change(Session::Field::dropout, [&](SessionState& state) { state.request.attention = settings; });
    showState();
}

void AttentionSection::enterPadding(const QString& text) {
    const std::optional<qint64> padded = parseCount(text);
    if (!padded) {
        refuseTyped(*message_, *padding_, paddingLabel_->text(), text, Wanted::wholeNumber);
        return;
    }
    session_.change(Session::Field::mask,
                    [&](SessionState& state) { state.request.attention.mask = Mask::key_padding(*padded); });
    showState();
}

void AttentionSection::showState() {
    const AttentionSettings& settings = session_.state().request.attention;
    const bool padded = settings.mask.kind() == Mask::Kind::key_padding;
    const bool dropping = settings.dropout > 0.0;
    mask_->setCurrent(static_cast<int>(settings.mask.kind()));
    paddingRow_->setVisible(padded);
    fillRow_->setVisible(padded); // only padding can hide every key in self-attention
    padding_->setValueText(QString::number(settings.mask.padded()));
    fill_->setCurrent(static_cast<int>(settings.mask_fill));
    temperature_->setValueText(QString::number(settings.temperature));
    {
        const QSignalBlocker blocker(temperatureSlider_);
        temperatureSlider_->setValue(sliderPosition(settings.temperature));
    }
    dropout_->setChecked(dropping);
    dropoutP_->setVisible(dropping);
    dropoutP_->setValueText(decimalText(settings.dropout));
    dropoutSeedRow_->setVisible(dropping);
    dropoutSeed_->setValueText(QString::number(settings.dropout_seed));
    for (NumberField* field : {padding_, temperature_, dropoutP_, dropoutSeed_}) {
        field->setInvalid(false);
    }
    message_->clearError();
}

void AttentionSection::retranslate() {
    heading()->setText(tr("Mask"));
    mask_->setAccessibleName(tr("Mask"));
    mask_->setChoices(
        {{static_cast<int>(Mask::Kind::none), tr("None"), tr("Every query sees every key")},
         {static_cast<int>(Mask::Kind::causal), tr("Causal"), tr("A query sees itself and what stands before it")},
         {static_cast<int>(Mask::Kind::key_padding), tr("Padding"), tr("The last keys are hidden from every query")}});
    paddingLabel_->setText(tr("Last keys hidden"));
    padding_->setAccessibleName(tr("Last keys hidden"));
    fillLabel_->setText(tr("If all are hidden"));
    fill_->setAccessibleName(tr("If all are hidden"));
    fill_->setChoices({{static_cast<int>(MaskFill::article), tr("1/n"),
                        tr("All scores are -1e9, so every key gets 1/n: what the article's module computes")},
                       {static_cast<int>(MaskFill::zero), tr("0"), tr("The row is all 0: PyTorch 2.5 and later")}});
    temperatureLabel_->setText(tr("Tem&perature"));
    temperature_->setAccessibleName(tr("Temperature"));
    temperatureSlider_->setAccessibleName(tr("Temperature"));
    temperatureSlider_->setToolTip(tr("Divides the scores once more: below 1 sharper, above 1 flatter"));
    dropout_->setText(tr("Dr&opout"));
    dropout_->setToolTip(
        tr("Training mode: each weight is dropped with probability p, the others are multiplied by 1 / (1 - p)"));
    dropoutP_->setAccessibleName(tr("Dropout probability p"));
    dropoutP_->setToolTip(tr("Dropout probability p"));
    dropoutSeedLabel_->setText(tr("Dropout seed"));
    dropoutSeed_->setAccessibleName(tr("Dropout seed"));
    newDropoutSeed_->setText(tr("New"));
    newDropoutSeed_->setAccessibleName(tr("New dropout seed"));
    showState();
}

} // namespace headscope::ui
