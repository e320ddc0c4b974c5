#pragma once

class QWidget;

namespace headscope::ui {

/// Margins and spacings of all layouts below `root` at the interface scale. They were written with px() at the scale of
/// the time; the distances at scale 1 are kept with each layout, so that scaling there and back changes nothing.
void scaleLayouts(QWidget& root, double scale);

/// A fixed width or height, in pixels at scale 1, that scaleLayouts() keeps up to date.
void fixWidth(QWidget& widget, double width);
void fixHeight(QWidget& widget, double height);

} // namespace headscope::ui
