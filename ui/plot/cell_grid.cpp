#include "ui/plot/cell_grid.h"

#include <algorithm>
#include <cmath>

namespace headscope::ui {

namespace {

constexpr double mostStretched = 3.0;
constexpr double smallestCell = 1e-3; ///< where there is no room at all; the window's smallest size leaves more

double wholePixels(double size) {
    return size >= 8.0 ? std::floor(size) : std::max(size, smallestCell);
}

} // namespace

double CellGrid::gap() const {
    const double smaller = std::min(cell.width(), cell.height());
    return smaller < 14.0 ? 0.0 : smaller < 40.0 ? 1.0 : 2.0;
}

QSizeF fitCell(const QSizeF& space, Index rows, Index columns, double largest) {
    double width = std::min(space.width() / static_cast<double>(columns), largest);
    double height = std::min(space.height() / static_cast<double>(rows), largest);
    const double stretch = rows == columns ? 1.0 : mostStretched;
    width = std::min(width, stretch * height);
    height = std::min(height, stretch * width);
    return {wholePixels(width), wholePixels(height)};
}

} // namespace headscope::ui
