#include "ui/widgets/choice_row.h"

#include <QButtonGroup>
#include <QPushButton>

#include "ui/theme/theme.h"

namespace headscope::ui {

ChoiceRow::ChoiceRow(QWidget* parent)
    : FlowBox(px(4), parent)
    , group_(new QButtonGroup(this)) {
    connect(group_, &QButtonGroup::idClicked, this, &ChoiceRow::chosen);
}

void ChoiceRow::setChoices(const std::vector<Choice>& choices) {
    if (choices == choices_) {
        return; // asked at every key press; touching buttons lays the whole panel out anew
    }
    choices_ = choices;
    const QList<QAbstractButton*> old = group_->buttons();
    for (QAbstractButton* b : old) {
        group_->removeButton(b);
    }
    qsizetype used = 0;
    for (const Choice& choice : choices) {
        QAbstractButton* b = used < old.size() ? old[used] : nullptr;
        if (b == nullptr) {
            b = new QPushButton(this);
            b->setCheckable(true);
            layout()->addWidget(b);
            b->show();
        }
        ++used;
        b->setText(choice.text);
        b->setToolTip(choice.toolTip);
        b->setAccessibleName(accessibleName().isEmpty() ? choice.text
                                                        : accessibleName() + QStringLiteral(" ") + choice.text);
        b->setObjectName(objectName() + QLatin1Char('.') + QString::number(choice.value));
        group_->addButton(b, choice.value);
    }
    for (; used < old.size(); ++used) {
        delete old[used];
    }
    fitHeight();
}

void ChoiceRow::setCurrent(int value) {
    if (QPushButton* b = button(value)) {
        b->setChecked(true);
    } else if (QAbstractButton* checked = group_->checkedButton()) {
        group_->setExclusive(false);
        checked->setChecked(false);
        group_->setExclusive(true);
    }
}

QPushButton* ChoiceRow::button(int value) const {
    return qobject_cast<QPushButton*>(group_->button(value));
}

} // namespace headscope::ui
