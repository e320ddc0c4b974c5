#include "ui/plot/notes.h"

#include <cmath>

#include <QTextLayout>

#include "ui/plot/hatch.h"
#include "ui/plot/text_line.h"

namespace headscope::ui {

namespace {

constexpr double lineHeight = 1.5; ///< em
constexpr double signWidth = 1.5;  ///< em
constexpr double between = 1.6;    ///< em, between two notes on a line

struct Placed {
    QString text;
    Note::Sign sign;
    double x;
    int line;
};

QFont noteFont(const HeatmapStyle& style) {
    QFont font = style.font;
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(0.92 * style.em()))));
    return font;
}

QStringList wrapped(const QString& text, const QFont& font, double width) {
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    QTextLayout layout(text, font);
    layout.setTextOption(option);
    layout.beginLayout();
    QStringList lines;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        QString shown = text.mid(line.textStart(), line.textLength()).trimmed();
        if (shown.endsWith(QStringLiteral(" ·"))) {
            shown.chop(2); // a separator separates nothing at the end of a line
        }
        lines.append(shown);
    }
    layout.endLayout();
    return lines;
}

QList<Placed> place(const QList<Note>& notes, double width, const HeatmapStyle& style) {
    const QFont font = noteFont(style);
    QList<Placed> placed;
    double x = 0.0;
    int line = 0;
    for (const Note& note : notes) {
        const double sign = note.sign == Note::Sign::none ? 0.0 : signWidth * style.em();
        const double length = sign + textWidth(note.text, font);
        if (x > 0.0 && (note.ownLine || x + length > width)) {
            x = 0.0;
            ++line;
        }
        if (length <= width) {
            placed.append({note.text, note.sign, x, line});
            x += length + between * style.em();
            continue;
        }
        Note::Sign first = note.sign;
        for (const QString& part : wrapped(note.text, font, width - sign)) {
            placed.append({part, first, first == Note::Sign::none ? sign : 0.0, line++});
            first = Note::Sign::none;
        }
        x = 0.0;
    }
    return placed;
}

void drawHatchSign(QPainter& painter, const QRectF& box, const HeatmapStyle& style) {
    const MaskedLook look = maskedLook(style.dark);
    painter.fillRect(box, QColor::fromRgb(look.ground));
    CellGrid grid;
    grid.origin = box.topLeft();
    grid.cell = box.size();
    grid.rows = 1;
    grid.columns = 1;
    painter.setPen(QPen(QColor::fromRgb(look.line), style.em() / 12));
    painter.drawLines(hatchLines(grid, box, style.em() / 3, [](Index, Index) { return true; }));
}

} // namespace

double notesHeight(const QList<Note>& notes, double width, const HeatmapStyle& style) {
    const QList<Placed> placed = place(notes, width, style);
    return placed.isEmpty() ? 0.0 : (placed.last().line + 1) * lineHeight * style.em();
}

void drawNotes(QPainter& painter, const QPointF& topLeft, double width, const QList<Note>& notes,
               const HeatmapStyle& style) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double em = style.em();
    const QFont font = noteFont(style);
    for (const Placed& note : place(notes, width, style)) {
        const QPointF middle = topLeft + QPointF(note.x, (note.line + 0.5) * lineHeight * em);
        if (note.sign == Note::Sign::hatch) {
            drawHatchSign(painter, QRectF(middle.x(), middle.y() - em / 2, em, em), style);
        } else if (note.sign == Note::Sign::hiddenRow) {
            drawHiddenRowSign(painter, middle + QPointF(em / 2, 0), style);
        }
        const double shift = note.sign == Note::Sign::none ? 0.0 : signWidth * em;
        drawText(painter, note.text, font, style.muted, middle + QPointF(shift, 0), Anchor::left);
    }
    painter.restore();
}

void drawHiddenRowSign(QPainter& painter, const QPointF& at, const HeatmapStyle& style) {
    const double r = 0.32 * style.em();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(style.warning);
    painter.drawPolygon(QPolygonF{{at - QPointF(0, r), at + QPointF(r, 0), at + QPointF(0, r), at - QPointF(r, 0)}});
    painter.restore();
}

} // namespace headscope::ui
