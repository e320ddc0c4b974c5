#include "ui/widgets/flow_box.h"

#include <QEvent>

namespace headscope::ui {

FlowBox::FlowBox(int spacing, QWidget* parent)
    : QWidget(parent)
    , flow_(new FlowLayout(spacing)) {
    setLayout(flow_);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void FlowBox::fitHeight() {
    const int height = flow_->heightFor(width());
    if (height > 0 && height != minimumHeight()) {
        setFixedHeight(height);
    }
    updateGeometry();
}

void FlowBox::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitHeight();
}

bool FlowBox::event(QEvent* event) {
    const bool handled = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest) {
        fitHeight(); // a button changed its size: another font, another language
    }
    return handled;
}

} // namespace headscope::ui
