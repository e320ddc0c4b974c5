#pragma once

#include <QList>
#include <QPainter>
#include <QString>

#include "ui/plot/heatmap_style.h"

namespace headscope::ui {

/// A remark below a heatmap, perhaps with the sign that it explains.
struct Note {
    enum class Sign { none, hatch, hiddenRow };
    QString text;
    Sign sign = Sign::none;
    bool ownLine = false; ///< starts a new line, even where there is room
};

/// Notes flow from left to right and wrap. Their height in a given width.
double notesHeight(const QList<Note>& notes, double width, const HeatmapStyle& style);
void drawNotes(QPainter& painter, const QPointF& topLeft, double width, const QList<Note>& notes,
               const HeatmapStyle& style);

/// The sign of a row in which every key is hidden: a diamond with its centre at `at`.
void drawHiddenRowSign(QPainter& painter, const QPointF& at, const HeatmapStyle& style);

} // namespace headscope::ui
