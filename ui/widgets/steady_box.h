#pragma once

#include <QWidget>

class QLabel;

namespace headscope::ui {

/// Stands in a layout for a label whose text changes at every key. The layout is asked anew only where the label needs
/// another height, or more width than it has: laying out a side panel takes longer than painting it.
class SteadyBox : public QWidget {
public:
    /// The label becomes a child; whether it is shown or hidden, so is the box.
    explicit SteadyBox(QLabel* label);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override;
    int heightForWidth(int width) const override;

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    int neededHeight(int width) const;
    void settle();

    QLabel* label_;
    mutable int height_ = -1; ///< that the layout was last told
};

} // namespace headscope::ui
