#pragma once

#include <memory>

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QPointF>
#include <QString>

namespace headscope::ui {

/// One line of text, shaped once, drawn the same on every device: the window and PNG get glyphs, PDF gets text with its
/// fonts embedded, SVG gets outlines, because SVG viewers lack our fonts. Colour emoji have no outlines and fit no
/// embedded font: in SVG and PDF they become small images.
class TextLine {
public:
    TextLine(const QString& text, const QFont& font);
    ~TextLine();
    TextLine(TextLine&&) noexcept;
    TextLine& operator=(TextLine&&) noexcept;

    double width() const;  ///< advance
    double ascent() const; ///< of the font, not of these letters, so that lines of one font agree
    double descent() const;

    /// Draws with the left end of the baseline at `baseline`.
    void draw(QPainter& painter, const QPointF& baseline, const QColor& colour) const;

private:
    struct Shaped;
    std::unique_ptr<Shaped> shaped_;
};

/// Where a text's box lies relative to a point.
enum class Anchor { left, centre, right };

/// Draws `text`, turned by `degrees` (clockwise) about `at`. Across the line it is centred on the height of capitals,
/// so that a label looks centred on its row.
void drawText(QPainter& painter, const QString& text, const QFont& font, const QColor& colour, const QPointF& at,
              Anchor anchor, double degrees = 0.0);

double textWidth(const QString& text, const QFont& font);
/// The height of a capital letter.
double capHeight(const QFont& font);

/// The families of labels, in the order in which glyphs are looked for.
QStringList labelFamilies();

} // namespace headscope::ui
