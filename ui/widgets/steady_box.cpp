#include "ui/widgets/steady_box.h"

#include <QEvent>
#include <QLabel>

namespace headscope::ui {

SteadyBox::SteadyBox(QLabel* label)
    : QWidget(label->parentWidget())
    , label_(label) {
    const bool hidden = label->isHidden() && label->testAttribute(Qt::WA_WState_ExplicitShowHide);
    setSizePolicy(label->sizePolicy());
    label->setParent(this);
    label->setVisible(!hidden);
    setVisible(!hidden);
    label->installEventFilter(this);
}

QSize SteadyBox::sizeHint() const {
    height_ = neededHeight(width());
    return label_->sizeHint();
}

QSize SteadyBox::minimumSizeHint() const {
    return label_->minimumSizeHint();
}

bool SteadyBox::hasHeightForWidth() const {
    return label_->hasHeightForWidth();
}

int SteadyBox::heightForWidth(int width) const {
    return label_->heightForWidth(width);
}

int SteadyBox::neededHeight(int width) const {
    return label_->hasHeightForWidth() ? label_->heightForWidth(width) : label_->sizeHint().height();
}

void SteadyBox::settle() {
    const bool tooNarrow = !label_->wordWrap() && sizePolicy().horizontalPolicy() != QSizePolicy::Ignored &&
                           label_->sizeHint().width() > width();
    if (tooNarrow || neededHeight(width()) != height_) {
        updateGeometry();
    }
}

bool SteadyBox::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) {
        settle();
        return true;
    }
    if (event->type() == QEvent::Show) {
        updateGeometry(); // hidden, it was told of no new text
    }
    return QWidget::event(event);
}

bool SteadyBox::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent) {
        setVisible(event->type() == QEvent::ShowToParent);
    } else if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        updateGeometry();
    }
    return QWidget::eventFilter(watched, event);
}

void SteadyBox::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    label_->setGeometry(rect());
    height_ = neededHeight(width());
}

} // namespace headscope::ui
