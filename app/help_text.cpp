#include "app/help_text.h"

#include <QCoreApplication>
#include <QTextBoundaryFinder>

#include "app/option_table.h"
#include "core/base/build_info.h"

namespace headscope::ui {

namespace {

constexpr qsizetype lineWidth = 80;
constexpr qsizetype explanationColumn = 30;

/// Columns in a terminal: Chinese characters and their punctuation take two.
qsizetype columns(const QString& text) {
    qsizetype width = 0;
    for (const QChar c : text) {
        const bool wide = c.script() == QChar::Script_Han || (c.unicode() >= 0x3000 && c.unicode() <= 0x30FF) ||
                          (c.unicode() >= 0xFF00 && c.unicode() <= 0xFF60);
        width += wide ? 2 : 1;
    }
    return width;
}

/// Breaks where the language allows it, between any two Chinese characters for example. Lines after the first begin
/// at `indent`.
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

QString option(const QString& names, const QString& explanation) {
    QString line = QStringLiteral("  ") + names;
    const qsizetype gap = explanationColumn - columns(line);
    line += gap >= 2 ? QString(gap, u' ') : u'\n' + QString(explanationColumn, u' ');
    return line + wrapped(explanation, explanationColumn) + u'\n';
}

QString heading(const QString& text) {
    return u'\n' + text + u'\n';
}

QString helpOption() {
    return option(QStringLiteral("-h, --help"), QCoreApplication::translate("Help", "Shows this help."));
}

QString examples(const QStringList& commands) {
    return heading(QCoreApplication::translate("Help", "Examples")) + QStringLiteral("  ") +
           commands.join(QStringLiteral("\n  ")) + u'\n';
}

} // namespace

QString versionText() {
    const auto view = [](std::string_view text) { return QString::fromUtf8(text.data(), std::ssize(text)); };
    return QStringLiteral("headscope %1 (%2, Qt %3)\n").arg(view(version()), view(instruction_set()), qVersion());
}

QString helpText() {
    return wrapped(QCoreApplication::translate("Help", "Headscope shows what every head of multi-head attention looks "
                                                       "at, with exact and reproducible numbers."),
                   0) +
           u'\n' + heading(QCoreApplication::translate("Help", "Usage")) +
           option(QStringLiteral("headscope"), QCoreApplication::translate("Help", "Opens the window.")) +
           option(QStringLiteral("headscope attend OPTIONS"),
                  QCoreApplication::translate("Help", "Writes figures and numbers; needs no display.")) +
           heading(QCoreApplication::translate("Help", "Options")) + helpOption() +
           option(
               QStringLiteral("--version"),
               QCoreApplication::translate("Help", "Shows the version, the instruction set and the version of Qt.")) +
           option(QStringLiteral("attend --help"),
                  QCoreApplication::translate("Help", "Shows the options of attend.")) +
           examples({QStringLiteral("headscope attend --text \"the cat sat on the mat\" --heads 8 --out figures")});
}

QString attendHelpText() {
    QString text = QStringLiteral("headscope attend OPTIONS\n\n") +
                   wrapped(QCoreApplication::translate(
                               "Help", "Computes attention with every head and writes figures and numbers into a "
                                       "folder. The paths of the files written are printed, one a line."),
                           0) +
                   u'\n';
    const char* group = nullptr;
    for (const OptionInfo& info : attendOptionTable()) {
        if (group != info.group) {
            group = info.group;
            text += heading(QCoreApplication::translate("Help", group));
        }
        const QString names =
            QString::fromUtf8(info.name.data(), std::ssize(info.name)) + u' ' + QString::fromUtf8(info.value);
        text += option(names, QCoreApplication::translate("Help", info.explanation));
    }
    text += heading(QCoreApplication::translate("Help", "Other")) + helpOption();
    text +=
        examples({QStringLiteral("headscope attend --text \"the cat sat on the mat\" --heads 4,8 --format png,json"),
                  QStringLiteral("headscope attend --texts lines.txt --format pdf --layout single --out figures"),
                  QStringLiteral("headscope attend --input x.npy --weights w.safetensors --heads 4 --format npy")});
    text += heading(QCoreApplication::translate("Help", "Exit status")) + QStringLiteral("  ") +
            wrapped(QCoreApplication::translate("Help", "0: all files are written. 2: something in the input is wrong. "
                                                        "1: something failed, the disk was full for example. 130: "
                                                        "stopped with Ctrl+C. Nothing half-written is left behind."),
                    2) +
            u'\n';
    return text;
}

} // namespace headscope::ui
