#include "ui/plot/heatmap_marks.h"

#include "ui/plot/text_line.h"

namespace headscope::ui {

namespace {

class Marks {
public:
    Marks(QPainter& painter, const HeadPicture& picture, const PictureLabels& labels, const HeatmapFrame& frame,
          const CellGrid& grid, const QRectF& plot, const HeatmapStyle& style)
        : painter_(painter)
        , picture_(picture)
        , labels_(labels)
        , frame_(frame)
        , grid_(grid)
        , plot_(plot)
        , style_(style) {}

    void row(Index query) {
        const QRectF row(plot_.left(), grid_.y(query), plot_.width(), grid_.cell.height() - grid_.gap());
        band(row);
        const QPointF at = queryLabelPoint(picture_, grid_, plot_, query, style_);
        if (at.y() >= plot_.top() && at.y() <= plot_.bottom()) {
            label(frame_.queries, labels_.queries.texts[query], at, Anchor::right, 0.0);
        }
    }

    void column(Index key) {
        band({grid_.x(key), plot_.top(), grid_.cell.width() - grid_.gap(), plot_.height()});
        const QPointF at = keyLabelPoint(grid_, plot_, key, style_);
        if (at.x() < plot_.left() || at.x() > plot_.right()) {
            return;
        }
        const bool level = frame_.keys.turn == LabelTurn::level;
        const QPointF raised = level ? at - QPointF(0, capHeight(frame_.keys.font) / 2) : at;
        label(frame_.keys, labels_.keys.texts[key], raised, level ? Anchor::centre : Anchor::left,
              turnDegrees(frame_.keys.turn));
    }

    /// Two lines, so that the mark is seen on any colour.
    void cell(const Cell& cell, const QColor& colour, double width) {
        const QRectF rect = grid_.rect(cell.query, cell.key).adjusted(0, 0, -grid_.gap(), -grid_.gap());
        const double out = width / 2;
        painter_.setPen(QPen(style_.background, width + 2));
        painter_.drawRect(rect.adjusted(-out, -out, out, out));
        painter_.setPen(QPen(colour, width));
        painter_.drawRect(rect.adjusted(-out, -out, out, out));
    }

    void focus() {
        painter_.setPen(QPen(style_.accent, 1.0));
        painter_.drawRect(plot_.adjusted(-2.5, -2.5, 2.5 - grid_.gap(), 2.5 - grid_.gap()));
    }

private:
    void band(const QRectF& rect) {
        QColor colour = style_.accent;
        colour.setAlphaF(0.9F);
        painter_.setPen(QPen(colour, 1.0));
        painter_.drawRect(rect.adjusted(-0.5, -0.5, 0.5, 0.5));
    }

    /// Background under `rect`, running out softly over the labels beside it, by `reach` on either side.
    void fade(const QRectF& rect, const QPointF& reach) {
        const QRectF wide = rect.adjusted(-reach.x(), -reach.y(), reach.x(), reach.y());
        const bool sideways = reach.x() > 0.0;
        const double part = sideways ? reach.x() / wide.width() : reach.y() / wide.height();
        QColor clear = style_.background;
        clear.setAlpha(0);
        QLinearGradient gradient(wide.topLeft(), sideways ? wide.topRight() : wide.bottomLeft());
        gradient.setStops({{0, clear}, {part, style_.background}, {1 - part, style_.background}, {1, clear}});
        painter_.fillRect(wide, gradient);
    }

    /// Bold and on a ground of its own: it may be one that thinning left out, between two others.
    void label(const LabelPlan& plan, const QString& text, const QPointF& at, Anchor anchor, double degrees) {
        LabelPlan bold = plan;
        bold.font.setBold(true);
        bold.shortened = true;
        bold.longest = plan.longest * 1.12;
        const QString shown = shownLabel(bold, text);
        const double width = textWidth(shown, bold.font);
        const double em = bold.font.pixelSize();
        const double left = anchor == Anchor::left ? 0.0 : anchor == Anchor::right ? -width : -width / 2;
        painter_.save();
        painter_.setClipping(false);
        painter_.translate(at);
        painter_.rotate(degrees);
        const QRectF box(left, -0.6 * em, width, 1.2 * em);
        if (anchor == Anchor::centre) {
            fade(box.adjusted(-0.2 * em, 0, 0.2 * em, 0), {em, 0});
        } else {
            fade(box.adjusted(-0.2 * em, 0, 0.2 * em, 0), {0, 0.6 * em});
        }
        painter_.restore();
        painter_.save();
        painter_.setClipping(false);
        drawText(painter_, shown, bold.font, style_.accent, at, anchor, degrees);
        painter_.restore();
    }

    QPainter& painter_;
    const HeadPicture& picture_;
    const PictureLabels& labels_;
    const HeatmapFrame& frame_;
    const CellGrid& grid_;
    QRectF plot_;
    const HeatmapStyle& style_;
};

} // namespace

void drawHeatmapMarks(QPainter& painter, const HeatmapMarks& marks, const HeadPicture& picture,
                      const PictureLabels& labels, const HeatmapFrame& frame, const CellGrid& grid, const QRectF& plot,
                      const HeatmapStyle& style) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setClipRect(plot.adjusted(-3, -3, 3, 3));
    Marks draw(painter, picture, labels, frame, grid, plot, style);
    if (marks.focus) {
        draw.focus();
    }
    if (marks.query && *marks.query < grid.rows) {
        draw.row(*marks.query);
    }
    if (marks.key && *marks.key < grid.columns) {
        draw.column(*marks.key);
    }
    if (marks.query && marks.key && *marks.query < grid.rows && *marks.key < grid.columns) {
        draw.cell({*marks.query, *marks.key}, style.text, 1.0);
    }
    if (marks.current) {
        draw.cell(*marks.current, style.accent, 2.0);
    }
    painter.restore();
}

} // namespace headscope::ui
