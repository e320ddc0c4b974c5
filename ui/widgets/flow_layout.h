#pragma once

#include <vector>

#include <QLayout>

namespace headscope::ui {

/// Lays widgets out like words: left to right, a new row where the width ends. See FlowBox.
class FlowLayout : public QLayout {
public:
    explicit FlowLayout(int spacing);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    int count() const override;
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    int heightFor(int width) const { return arrange(QRect(0, 0, width, 0), false); }
    QSize sizeHint() const override; ///< all in one row
    QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    int arrange(const QRect& rect, bool place) const; ///< returns the height

    std::vector<QLayoutItem*> items_;
};

} // namespace headscope::ui
