#include "ui/plot/vector_cells.h"

#include <array>
#include <optional>
#include <vector>

#include <QPainterPath>

#include "ui/plot/heatmap_cells.h"

namespace headscope::ui {

namespace {

constexpr int maskedFirst = 0; ///< paint order: masked cells, then colours 0 to 255
constexpr int orders = 257;

class VectorCells {
public:
    VectorCells(const HeadPicture& picture, const CellGrid& grid)
        : grid_(grid)
        , gap_(grid.gap()) {
        order_.reserve(static_cast<std::size_t>(grid.rows * grid.columns));
        for (Index query = 0; query < grid.rows; ++query) {
            for (Index key = 0; key < grid.columns; ++key) {
                const std::optional<int> colour = cellColour(picture, query, key);
                order_.push_back(static_cast<std::int16_t>(colour ? *colour + 1 : maskedFirst));
            }
        }
        for (QPainterPath& path : paths_) {
            path.setFillRule(Qt::WindingFill);
        }
    }

    std::array<QPainterPath, orders>& paths() {
        for (Index query = 0; query < grid_.rows; ++query) {
            for (Index key = 0; key < grid_.columns;) {
                key = addRun(query, key);
            }
        }
        return paths_;
    }

private:
    /// How far a cell reaches under its neighbours.
    struct Reach {
        bool up = false;
        bool down = false;

        friend bool operator==(const Reach&, const Reach&) = default;
    };

    int order(Index query, Index key) const {
        const bool inside = query >= 0 && query < grid_.rows && key >= 0 && key < grid_.columns;
        return inside ? order_[static_cast<std::size_t>(query * grid_.columns + key)] : -1;
    }

    Reach reach(Index query, Index key) const {
        const int own = order(query, key);
        return {order(query - 1, key) > own, order(query + 1, key) > own};
    }

    /// Adds the cells from `key` on that have one colour and one reach, as one rectangle; returns the next key.
    Index addRun(Index query, Index key) {
        const int own = order(query, key);
        if (gap_ > 0.0) {
            paths_[static_cast<std::size_t>(own)].addRect(grid_.rect(query, key).adjusted(0, 0, -gap_, -gap_));
            return key + 1;
        }
        const Reach vertical = reach(query, key);
        Index end = key + 1;
        while (order(query, end) == own && reach(query, end) == vertical) {
            ++end;
        }
        const double half = 0.5;
        const double left = grid_.x(key) - (order(query, key - 1) > own ? half * grid_.cell.width() : 0.0);
        const double right = grid_.x(end) + (order(query, end) > own ? half * grid_.cell.width() : 0.0);
        const double top = grid_.y(query) - (vertical.up ? half * grid_.cell.height() : 0.0);
        const double bottom = grid_.y(query + 1) + (vertical.down ? half * grid_.cell.height() : 0.0);
        paths_[static_cast<std::size_t>(own)].addRect(QRectF(QPointF(left, top), QPointF(right, bottom)));
        return end;
    }

    CellGrid grid_;
    double gap_;
    std::vector<std::int16_t> order_;
    std::array<QPainterPath, orders> paths_;
};

} // namespace

void drawVectorCells(QPainter& painter, const HeadPicture& picture, const CellGrid& grid, const HeatmapStyle& style) {
    VectorCells cells(picture, grid);
    const auto& table = colourTable(style.map);
    const auto& paths = cells.paths();
    for (int order = 0; order < orders; ++order) {
        const QPainterPath& path = paths[static_cast<std::size_t>(order)];
        if (!path.isEmpty()) {
            const QRgb colour =
                order == maskedFirst ? maskedLook(style.dark).ground : table[static_cast<std::size_t>(order - 1)];
            painter.fillPath(path, QColor::fromRgb(colour));
        }
    }
}

} // namespace headscope::ui
