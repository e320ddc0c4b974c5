#include "ui/widgets/section.h"

#include <QEvent>
#include <QHBoxLayout>

#include "ui/theme/theme.h"
#include "ui/widgets/steady_box.h"

namespace headscope::ui {

Section::Section(QWidget* parent)
    : QWidget(parent)
    , heading_(makeLabel("heading", this))
    , aside_(makeLabel("hint", this))
    , body_(new QVBoxLayout(this)) {
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    body_->setContentsMargins(0, 0, 0, 0);
    body_->setSpacing(px(8));
    auto* top = new QHBoxLayout;
    top->addWidget(heading_);
    aside_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    top->addWidget(new SteadyBox(aside_), 1);
    body_->addLayout(top);
}

void Section::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QWidget::changeEvent(event);
}

QLabel* Section::addRow(QWidget* control) {
    auto* row = new QHBoxLayout;
    row->setSpacing(px(8));
    QLabel* label = makeLabel("hint", this);
    label->setBuddy(control);
    row->addWidget(label);
    row->addStretch();
    row->addWidget(control);
    body_->addLayout(row);
    return label;
}

QLabel* makeLabel(const char* role, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setProperty("role", QString::fromLatin1(role));
    return label;
}

} // namespace headscope::ui
