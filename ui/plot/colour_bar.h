#pragma once

#include <QList>
#include <QPainter>
#include <QString>

#include "ui/plot/heatmap_style.h"

namespace headscope::ui {

/// A mark on the colour bar.
struct ColourTick {
    double part = 0.0; ///< of the bar, from 0 at its bottom to 1
    QString text;
};

/// 0, round numbers, and the end of the range in full, as "≥ 0.0031" where larger values show the last colour too;
/// neighbours are at least `apart` of the bar apart.
QList<ColourTick> colourTicks(float rangeMax, double apart, bool exceeded = false);
/// For several heads with a range each: 0 and "largest", or "≥ top" where larger values show the last colour too.
QList<ColourTick> relativeTicks(bool exceeded);

/// Room for the numbers to the right of a bar.
double tickWidth(const QList<ColourTick>& ticks, const HeatmapStyle& style);
/// How far apart ticks have to be on a bar of that height.
double tickDistance(double height, const HeatmapStyle& style);

/// Draws the bar, 0 at the bottom, with its numbers to the right. Each colour fills exactly the values that get it.
void drawColourBar(QPainter& painter, const QRectF& bar, const QList<ColourTick>& ticks, const HeatmapStyle& style);

} // namespace headscope::ui
