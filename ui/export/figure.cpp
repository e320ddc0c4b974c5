#include "ui/export/figure.h"

#include <algorithm>
#include <cmath>

#include <QBuffer>
#include <QCoreApplication>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>

#include "core/base/build_info.h"
#include "core/base/contract.h"
#include "ui/export/caption.h"
#include "ui/export/figure_layout.h"

namespace headscope::ui {

namespace {

constexpr double unitsPerInch = 96.0;

/// All heads of 1,024 tokens on a page fit; ten times that would be minutes and gigabytes in any format.
Result<void> checkCells(const FigureSpec& spec) {
    constexpr Index mostBytes = Index{1} << 29;
    const Index tile = std::max<Index>(1, spec.snapshot->trace.map.tile);
    const auto tiles = [tile](Index cells) { return (cells + tile - 1) / tile; };
    const Index cells =
        static_cast<Index>(spec.heads.size()) * tiles(spec.snapshot->n_q()) * tiles(spec.snapshot->n_k());
    const Index bytes = cells * static_cast<Index>(sizeof(QRgb));
    return bytes > mostBytes ? Result<void>(fail(ErrorCode::needs_too_much_memory, bytes, mostBytes)) : Result<void>();
}

Result<QByteArray> renderPng(const FigureLayout& layout, double scale) {
    constexpr double longestSide = 32767; // where Qt's rasteriser stops
    constexpr Index mostBytes = Index{1} << 30;
    const QSizeF pixels(std::ceil(layout.size.width() * scale), std::ceil(layout.size.height() * scale));
    const auto bytes = static_cast<Index>(4 * pixels.width() * pixels.height());
    if (bytes > mostBytes || std::max(pixels.width(), pixels.height()) > longestSide) {
        return fail(ErrorCode::needs_too_much_memory, bytes, mostBytes);
    }
    QImage image(pixels.toSize(), QImage::Format_RGB32);
    if (image.isNull()) {
        return fail(ErrorCode::out_of_memory, bytes);
    }
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    drawFigure(painter, layout);
    painter.end();
    constexpr double inchesPerMetre = 1000 / 25.4;
    image.setDotsPerMeterX(static_cast<int>(std::lround(unitsPerInch * scale * inchesPerMetre)));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    QByteArray data;
    QBuffer buffer(&data);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return data;
}

QByteArray renderSvg(const FigureLayout& layout, const QString& title, const QString& description) {
    QByteArray data;
    QBuffer buffer(&data);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setResolution(static_cast<int>(unitsPerInch));
    svg.setSize(layout.size.toSize());
    svg.setViewBox(QRectF(QPointF(), layout.size));
    svg.setTitle(title);
    svg.setDescription(description);
    QPainter painter(&svg);
    drawFigure(painter, layout);
    painter.end();
    // Qt writes rounded millimetres, which makes the image a fraction of a pixel larger than its view box.
    static const QRegularExpression millimetres(QStringLiteral("width=\"[^\"]*mm\" height=\"[^\"]*mm\""));
    QString text = QString::fromUtf8(data);
    text.replace(text.indexOf(millimetres), millimetres.match(text).capturedLength(),
                 QStringLiteral("width=\"%1\" height=\"%2\"").arg(layout.size.width()).arg(layout.size.height()));
    return text.toUtf8();
}

QByteArray renderPdf(const FigureLayout& layout, const QString& title) {
    constexpr int resolution = 1200;
    constexpr double pointsPerUnit = 72.0 / unitsPerInch;
    QByteArray data;
    QBuffer buffer(&data);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setResolution(resolution);
    pdf.setPageSize(QPageSize(layout.size * pointsPerUnit, QPageSize::Point, QString(), QPageSize::ExactMatch));
    pdf.setPageMargins(QMarginsF());
    pdf.setTitle(title);
    pdf.setCreator(QStringLiteral("Headscope ") + QString::fromUtf8(version()));
    QPainter painter(&pdf);
    painter.scale(resolution / unitsPerInch, resolution / unitsPerInch);
    drawFigure(painter, layout);
    painter.end();
    return data;
}

QString figureTitle(const FigureSpec& spec) {
    return spec.heads.size() == 1 ? QCoreApplication::translate("Figure", "Attention, %1").arg(headName(spec.heads[0]))
                                  : QCoreApplication::translate("Figure", "Attention, all heads shown side by side");
}

} // namespace

Result<QByteArray> renderFigure(const FigureSpec& spec, FigureFormat format) {
    HEADSCOPE_EXPECTS(spec.snapshot && !spec.snapshot->empty() && !spec.heads.empty());
    HEADSCOPE_EXPECTS(spec.scale >= 1.0 && spec.scale <= 8.0);
    if (Result<void> fits = checkCells(spec); !fits) {
        return tl::make_unexpected(fits.error());
    }
    const FigureLayout layout = layoutFigure(spec);
    switch (format) {
    case FigureFormat::png: return renderPng(layout, spec.scale);
    case FigureFormat::svg: return renderSvg(layout, figureTitle(spec), figureCaption(*spec.snapshot, spec.batch));
    case FigureFormat::pdf: return renderPdf(layout, figureTitle(spec));
    }
    HEADSCOPE_EXPECTS(!"a format");
}

} // namespace headscope::ui
