#pragma once

#include <QByteArray>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>

#include "ui/export/figure.h"

namespace headscope::ui {

/// Turns a figure of any format into pixels, with viewers that are not ours: librsvg (Debian librsvg2-bin) and Poppler
/// (poppler-utils). `scale` is in pixels per unit. A null image: the tool is missing or refused the file.
class FigureReader {
public:
    QImage image(const QByteArray& data, FigureFormat format, double scale) const {
        if (format == FigureFormat::png) {
            return QImage::fromData(data);
        }
        const QString source = write(data);
        const QString target = folder_.filePath(QStringLiteral("image.png"));
        QFile::remove(target);
        if (format == FigureFormat::svg) {
            run(QStringLiteral("rsvg-convert"), {"-z", QString::number(scale), source, "-o", target});
        } else {
            run(QStringLiteral("pdftoppm"), {"-r", QString::number(96 * scale), "-png", "-singlefile", source,
                                             folder_.filePath(QStringLiteral("image"))});
        }
        return QImage(target);
    }

    QString pdfText(const QByteArray& pdf) const {
        return QString::fromUtf8(run(QStringLiteral("pdftotext"), {"-raw", write(pdf), "-"}));
    }
    QString pdfFonts(const QByteArray& pdf) const {
        return QString::fromUtf8(run(QStringLiteral("pdffonts"), {write(pdf)}));
    }

private:
    QString write(const QByteArray& data) const {
        QFile file(folder_.filePath(QStringLiteral("figure")));
        return file.open(QIODevice::WriteOnly) && file.write(data) == data.size() ? file.fileName() : QString();
    }

    static QByteArray run(const QString& program, const QStringList& arguments) {
        QProcess process;
        process.start(program, arguments);
        const bool done = process.waitForFinished(120'000) && process.exitCode() == 0;
        return done ? process.readAllStandardOutput() : QByteArray();
    }

    QTemporaryDir folder_;
};

} // namespace headscope::ui
