#include "app/text_width.h"

#include <QTextBoundaryFinder>

namespace headscope::ui {

QString qtText(std::string_view text) {
    return QString::fromUtf8(text);
}

qsizetype columns(const QString& text) {
    qsizetype width = 0;
    for (const QChar c : text) {
        const bool wide = c.script() == QChar::Script_Han || (c.unicode() >= 0x3000 && c.unicode() <= 0x30FF) ||
                          (c.unicode() >= 0xFF00 && c.unicode() <= 0xFF60);
        width += wide ? 2 : 1;
    }
    return width;
}

QString wrapped(const QString& text, qsizetype indent) {
    QString result;
    QString line;
    const auto take = [&](const QString& piece) {
        if (indent + columns((line + piece).trimmed()) > lineWidth) {
            result += line.trimmed() + u'\n' + QString(indent, u' ');
            line.clear();
        }
        line += piece;
    };
    QTextBoundaryFinder breaks(QTextBoundaryFinder::Line, text);
    qsizetype begin = 0;
    for (qsizetype end = breaks.toNextBoundary(); end >= 0; end = breaks.toNextBoundary()) {
        const bool afterHyphen = text[end - 1] == u'-'; // "--weights" stays whole
        if (!afterHyphen) {
            take(text.mid(begin, end - begin));
            begin = end;
        }
    }
    return result + line.trimmed();
}

} // namespace headscope::ui
