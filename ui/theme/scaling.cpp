#include "ui/theme/scaling.h"

#include <QLayout>
#include <QVariant>
#include <QWidget>

#include "ui/theme/theme.h"

namespace headscope::ui {

namespace {

constexpr char fixedWidth[] = "fixedWidthAtScale1";
constexpr char fixedHeight[] = "fixedHeightAtScale1";

} // namespace

void fixWidth(QWidget& widget, double width) {
    widget.setProperty(fixedWidth, width);
    widget.setFixedWidth(px(width));
}

void fixHeight(QWidget& widget, double height) {
    widget.setProperty(fixedHeight, height);
    widget.setFixedHeight(px(height));
}

void scaleLayouts(QWidget& root, double scale) {
    static constexpr char before[] = "layoutScale";
    const QVariant known = root.property(before);
    const double from = known.isValid() ? known.toDouble() : scale;
    root.setProperty(before, scale);
    const auto scaled = [&](QLayout* layout, const char* name, int value) {
        QVariant base = layout->property(name);
        if (!base.isValid()) {
            base = value / from;
            layout->setProperty(name, base);
        }
        return qRound(base.toDouble() * scale);
    };
    for (QLayout* layout : root.findChildren<QLayout*>()) {
        const QMargins m = layout->contentsMargins();
        layout->setContentsMargins(scaled(layout, "baseLeft", m.left()), scaled(layout, "baseTop", m.top()),
                                   scaled(layout, "baseRight", m.right()), scaled(layout, "baseBottom", m.bottom()));
        if (layout->spacing() >= 0) {
            layout->setSpacing(scaled(layout, "baseSpacing", layout->spacing()));
        }
    }
    for (QWidget* widget : root.findChildren<QWidget*>()) {
        if (const QVariant width = widget->property(fixedWidth); width.isValid()) {
            widget->setFixedWidth(qRound(width.toDouble() * scale));
        }
        if (const QVariant height = widget->property(fixedHeight); height.isValid()) {
            widget->setFixedHeight(qRound(height.toDouble() * scale));
        }
    }
}

} // namespace headscope::ui
