#pragma once

#include <optional>

#include "ui/plot/heatmap_frame.h"

namespace headscope::ui {

/// What is marked on top of a heatmap, without drawing it again.
struct HeatmapMarks {
    std::optional<Index> query; ///< its row
    std::optional<Index> key;   ///< its column; with both, their cell too
    std::optional<Cell> current;
    bool focus = false; ///< the keyboard acts here
};

void drawHeatmapMarks(QPainter& painter, const HeatmapMarks& marks, const HeadPicture& picture,
                      const PictureLabels& labels, const HeatmapFrame& frame, const CellGrid& grid, const QRectF& plot,
                      const HeatmapStyle& style);

} // namespace headscope::ui
