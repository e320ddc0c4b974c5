#include "ui/widgets/flow_layout.h"

#include <algorithm>
#include <utility>

namespace headscope::ui {

FlowLayout::FlowLayout(int spacing) {
    setSpacing(spacing);
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() {
    for (QLayoutItem* item : items_) {
        delete item;
    }
}

void FlowLayout::addItem(QLayoutItem* item) {
    items_.push_back(item);
}

int FlowLayout::count() const {
    return static_cast<int>(items_.size());
}

QLayoutItem* FlowLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
    QLayoutItem* item = itemAt(index);
    if (item != nullptr) {
        items_.erase(items_.begin() + index);
    }
    return item;
}

QSize FlowLayout::minimumSize() const {
    QSize size;
    for (const QLayoutItem* item : items_) {
        size = size.expandedTo(item->minimumSize());
    }
    return size;
}

QSize FlowLayout::sizeHint() const {
    QSize size(0, 0);
    for (const QLayoutItem* item : items_) {
        if (!item->isEmpty()) {
            const QSize one = item->sizeHint();
            size = QSize(size.width() + (size.width() > 0 ? spacing() : 0) + one.width(),
                         std::max(size.height(), one.height()));
        }
    }
    return size;
}

void FlowLayout::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

int FlowLayout::arrange(const QRect& rect, bool place) const {
    int x = rect.x();
    int y = rect.y();
    int rowHeight = 0;
    std::vector<std::pair<QLayoutItem*, QRect>> row;
    const auto endRow = [&] {
        for (const auto& [item, cell] : row) {
            if (place) {
                item->setGeometry(cell.translated(0, (rowHeight - cell.height()) / 2)); // on one middle line
            }
        }
        row.clear();
    };
    for (QLayoutItem* item : items_) {
        if (item->isEmpty()) {
            continue; // a hidden button
        }
        const QSize size = item->sizeHint();
        if (x > rect.x() && x + size.width() > rect.x() + rect.width()) {
            endRow();
            x = rect.x();
            y += rowHeight + spacing();
            rowHeight = 0;
        }
        row.emplace_back(item, QRect(QPoint(x, y), size));
        x += size.width() + spacing();
        rowHeight = std::max(rowHeight, size.height());
    }
    endRow();
    return y + rowHeight - rect.y();
}

} // namespace headscope::ui
