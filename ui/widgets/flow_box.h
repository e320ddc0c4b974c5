#pragma once

#include <QWidget>

#include "ui/widgets/flow_layout.h"

namespace headscope::ui {

/// Widgets in rows that wrap where the width ends. Keeps its height to what its width needs by itself: nested layouts
/// ask for heights at widths that they do not give in the end.
class FlowBox : public QWidget {
    Q_OBJECT

public:
    explicit FlowBox(int spacing, QWidget* parent = nullptr);

    /// Call after widgets were added, shown, hidden or given another text.
    void fitHeight();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    FlowLayout* flow_;
};

} // namespace headscope::ui
