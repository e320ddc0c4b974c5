#include "ui/plot/text_line.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <QFontMetricsF>
#include <QGlyphRun>
#include <QImage>
#include <QPaintEngine>
#include <QPainterPath>
#include <QRawFont>
#include <QTextLayout>

namespace headscope::ui {

namespace {

/// Wider than any label; without a width a line is not laid out.
constexpr double widestLine = 1e6;

/// A glyph that shows something and has no outline is a bitmap: a colour emoji.
bool isBitmap(const QRawFont& font, quint32 glyph) {
    return !font.boundingRect(glyph).isEmpty() && font.pathForGlyph(glyph).isEmpty();
}

bool hasBitmaps(const QGlyphRun& run) {
    const QList<quint32> glyphs = run.glyphIndexes();
    const QRawFont font = run.rawFont();
    return std::any_of(glyphs.cbegin(), glyphs.cend(), [&font](quint32 glyph) { return isBitmap(font, glyph); });
}

/// Rendered at eight times the text's size, to stay sharp in print.
void drawAsImage(QPainter& painter, const QPointF& origin, const QGlyphRun& run) {
    constexpr double enlarged = 8.0;
    const QRectF bounds = run.boundingRect().adjusted(-1, -1, 1, 1);
    QImage image((bounds.size() * enlarged).toSize(), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull()) {
        return;
    }
    image.fill(Qt::transparent);
    QPainter glyphs(&image);
    glyphs.scale(image.width() / bounds.width(), image.height() / bounds.height());
    glyphs.drawGlyphRun(-bounds.topLeft(), run);
    glyphs.end();
    const bool lossless = painter.testRenderHint(QPainter::LosslessImageRendering);
    painter.setRenderHint(QPainter::LosslessImageRendering);
    painter.drawImage(bounds.translated(origin), image);
    painter.setRenderHint(QPainter::LosslessImageRendering, lossless);
}

QPainterPath outlines(const QPointF& origin, const QGlyphRun& run) {
    QPainterPath path;
    path.setFillRule(Qt::WindingFill); // the strokes of a glyph may overlap
    const QList<quint32> glyphs = run.glyphIndexes();
    const QList<QPointF> positions = run.positions();
    const QRawFont font = run.rawFont();
    for (qsizetype i = 0; i < glyphs.size(); ++i) {
        path.addPath(font.pathForGlyph(glyphs[i]).translated(origin + positions[i]));
    }
    return path;
}

/// On a device whose viewers have none of our fonts.
void drawRun(QPainter& painter, const QPointF& origin, const QGlyphRun& run, const QColor& colour) {
    if (hasBitmaps(run)) {
        drawAsImage(painter, origin, run);
    } else if (painter.paintEngine()->type() == QPaintEngine::Pdf) {
        painter.drawGlyphRun(origin, run);
    } else {
        painter.fillPath(outlines(origin, run), colour);
    }
}

/// Digits apart from letters: next to Latin letters Noto Sans CJK exchanges digits for glyphs that no character maps
/// to, and a PDF's numbers could be neither searched nor copied. Text with right-to-left parts stays whole.
QStringList pieces(const QString& text) {
    const auto turnsRound = [](QChar c) { return c.direction() == QChar::DirR || c.direction() == QChar::DirAL; };
    const auto isDigit = [](QChar c) { return c >= u'0' && c <= u'9'; };
    if (std::any_of(text.cbegin(), text.cend(), turnsRound)) {
        return {text};
    }
    QStringList list;
    for (const QChar c : text) {
        if (list.isEmpty() || isDigit(list.last().back()) != isDigit(c)) {
            list.append(QString());
        }
        list.last().append(c);
    }
    return list;
}

} // namespace

struct TextLine::Shaped {
    struct Piece {
        QTextLayout layout;
        double x = 0.0;
    };
    std::vector<std::unique_ptr<Piece>> pieces;
    double width = 0.0;
    double ascent = 0.0;
    double descent = 0.0;

    void add(const QString& text, const QFont& font) {
        QTextOption option;
        option.setWrapMode(QTextOption::NoWrap);
        option.setTextDirection(Qt::LeftToRight); // of the line; right-to-left words in it are shaped as they should be
        auto piece = std::make_unique<Piece>();
        piece->layout.setText(text);
        piece->layout.setFont(font);
        piece->layout.setTextOption(option);
        piece->layout.beginLayout();
        QTextLine line = piece->layout.createLine();
        line.setLineWidth(widestLine);
        line.setPosition({0, 0});
        piece->layout.endLayout();
        piece->x = width;
        width += line.horizontalAdvance();
        ascent = std::max(ascent, line.ascent());
        descent = std::max(descent, line.descent());
        pieces.push_back(std::move(piece));
    }
};

TextLine::TextLine(const QString& text, const QFont& font)
    : shaped_(std::make_unique<Shaped>()) {
    for (const QString& piece : pieces(text)) {
        shaped_->add(piece, font);
    }
}

TextLine::~TextLine() = default;
TextLine::TextLine(TextLine&&) noexcept = default;
TextLine& TextLine::operator=(TextLine&&) noexcept = default;

double TextLine::width() const {
    return shaped_->width;
}
double TextLine::ascent() const {
    return shaped_->ascent;
}
double TextLine::descent() const {
    return shaped_->descent;
}

void TextLine::draw(QPainter& painter, const QPointF& baseline, const QColor& colour) const {
    const QPaintEngine::Type device = painter.paintEngine()->type();
    painter.setPen(colour);
    for (const auto& piece : shaped_->pieces) {
        const QPointF origin = baseline + QPointF(piece->x, -piece->layout.lineAt(0).ascent());
        if (device != QPaintEngine::SVG && device != QPaintEngine::Pdf) {
            piece->layout.draw(&painter, origin);
            continue;
        }
        for (const QGlyphRun& run : piece->layout.glyphRuns()) {
            drawRun(painter, origin, run, colour);
        }
    }
}

void drawText(QPainter& painter, const QString& text, const QFont& font, const QColor& colour, const QPointF& at,
              Anchor anchor, double degrees) {
    const TextLine line(text, font);
    const double shift = anchor == Anchor::left ? 0.0 : anchor == Anchor::centre ? line.width() / 2 : line.width();
    if (degrees == 0.0) {
        line.draw(painter, at + QPointF(-shift, capHeight(font) / 2), colour);
        return;
    }
    painter.save();
    painter.translate(at);
    painter.rotate(degrees);
    line.draw(painter, {-shift, capHeight(font) / 2}, colour);
    painter.restore();
}

double textWidth(const QString& text, const QFont& font) {
    return TextLine(text, font).width();
}

double capHeight(const QFont& font) {
    return QFontMetricsF(font).capHeight();
}

QStringList labelFamilies() {
    return {QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans"),
            QStringLiteral("Noto Color Emoji")};
}

} // namespace headscope::ui
