#include "ui/widgets/cost_choices.h"

#include <QEvent>
#include <QWheelEvent>

#include "ui/present/cost_text.h"
#include "ui/session/session.h"

namespace headscope::ui {

EngineBox::EngineBox(Session& session, Names names, QWidget* parent)
    : QComboBox(parent)
    , session_(session)
    , names_(names) {
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon); // long names do not widen the panel
    setMinimumContentsLength(12);
    for (const CostEngine engine : {CostEngine::pytorch, CostEngine::materialised, CostEngine::blocked}) {
        addItem(QString(), static_cast<int>(engine));
    }
    connect(this, &QComboBox::activated, this, [this](int index) {
        session_.change(Session::Field::view, [engine = itemData(index).toInt()](SessionState& state) {
            state.view.cost.engine = static_cast<CostEngine>(engine);
        });
    });
    connect(&session_, &Session::viewChanged, this, &EngineBox::showState);
    retranslate();
}

void EngineBox::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QComboBox::changeEvent(event);
}

void EngineBox::wheelEvent(QWheelEvent* event) {
    event->ignore();
}

void EngineBox::showState() {
    const CostViewSettings& cost = session_.state().view.cost;
    for (int i = 0; i < count(); ++i) {
        const auto engine = static_cast<CostEngine>(itemData(i).toInt());
        const QString name = names_ == Names::whole ? engineName(engine, cost.element) : engineCompactName(engine);
        if (itemText(i) != name) {
            setItemText(i, name);
        }
    }
    setCurrentIndex(findData(static_cast<int>(cost.engine)));
    setToolTip(engineName(cost.engine, cost.element));
}

void EngineBox::retranslate() {
    setAccessibleName(tr("Engine"));
    showState();
}

ModeRow::ModeRow(Session& session, QWidget* parent)
    : ChoiceRow(parent)
    , session_(session) {
    connect(this, &ChoiceRow::chosen, this, [this](int mode) {
        session_.change(Session::Field::view,
                        [mode](SessionState& state) { state.view.cost.mode = static_cast<CostMode>(mode); });
    });
    connect(&session_, &Session::viewChanged, this, &ModeRow::showState);
    retranslate();
}

void ModeRow::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    ChoiceRow::changeEvent(event);
}

void ModeRow::showState() {
    setCurrent(static_cast<int>(session_.state().view.cost.mode));
}

void ModeRow::retranslate() {
    setAccessibleName(tr("Mode"));
    const auto mode = [](CostMode m, const QString& toolTip) {
        return Choice{static_cast<int>(m), modeName(m), toolTip};
    };
    setChoices({mode(CostMode::inference, tr("One forward pass, nothing is kept for a backward pass")),
                mode(CostMode::training, tr("Forward, backward and one step of AdamW"))});
    showState();
}

} // namespace headscope::ui
