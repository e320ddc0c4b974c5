#include "ui/plot/hatch.h"

#include <algorithm>
#include <cmath>

namespace headscope::ui {

namespace {

/// Collects the pieces of one line, from its upper right to its lower left end; pieces that touch become one.
class Pieces {
public:
    explicit Pieces(QList<QLineF>& lines)
        : lines_(lines) {}
    Pieces(const Pieces&) = delete;
    Pieces& operator=(const Pieces&) = delete;
    ~Pieces() { finish(); }

    void add(const QPointF& from, const QPointF& to) {
        constexpr double touching = 1e-6;
        if (open_ && std::abs(piece_.p2().x() - from.x()) < touching) {
            piece_.setP2(to);
            return;
        }
        finish();
        piece_ = QLineF(from, to);
        open_ = true;
    }

private:
    void finish() {
        if (open_) {
            lines_.append(piece_);
        }
        open_ = false;
    }

    QList<QLineF>& lines_;
    QLineF piece_;
    bool open_ = false;
};

Index cellAt(double position, double origin, double size, Index count) {
    return std::clamp(static_cast<Index>(std::floor((position - origin) / size)), Index{0}, count - 1);
}

/// The part of the line x + y = sum that lies in `cell`, if any.
void addCrossing(Pieces& pieces, double sum, const QRectF& cell) {
    const double right = std::min(cell.right(), sum - cell.top());
    const double left = std::max(cell.left(), sum - cell.bottom());
    if (right > left) {
        pieces.add({right, sum - right}, {left, sum - left});
    }
}

} // namespace

QList<QLineF> hatchLines(const CellGrid& grid, const QRectF& clip, double spacing,
                         const std::function<bool(Index, Index)>& hatched) {
    QList<QLineF> lines;
    const QRectF area = grid.bounds().intersected(clip);
    if (area.isEmpty()) {
        return lines;
    }
    const double gap = grid.gap();
    const Index firstRow = cellAt(area.top(), grid.origin.y(), grid.cell.height(), grid.rows);
    const Index lastRow = cellAt(area.bottom(), grid.origin.y(), grid.cell.height(), grid.rows);
    const double first = std::ceil((area.left() + area.top()) / spacing) * spacing;
    for (double sum = first; sum < area.right() + area.bottom(); sum += spacing) {
        Pieces pieces(lines);
        for (Index row = firstRow; row <= lastRow; ++row) {
            const double top = grid.y(row);
            const double right = std::min(sum - top, area.right());
            const double left = std::max(sum - top - grid.cell.height(), area.left());
            if (right <= left) {
                continue;
            }
            const Index lastColumn = cellAt(left, grid.origin.x(), grid.cell.width(), grid.columns);
            for (Index column = cellAt(right, grid.origin.x(), grid.cell.width(), grid.columns); column >= lastColumn;
                 --column) {
                if (hatched(row, column)) {
                    addCrossing(pieces, sum, grid.rect(row, column).adjusted(0, 0, -gap, -gap).intersected(area));
                }
            }
        }
    }
    return lines;
}

} // namespace headscope::ui
