#include "app/help_text.h"

#include <QCoreApplication>

#include "app/text_width.h"
#include "core/base/build_info.h"
#include "core/kernels/instruction_set.h"

namespace headscope::ui {

namespace {

constexpr qsizetype explanationColumn = 30;

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

QString translated(const char* text) {
    return QCoreApplication::translate("Help", text);
}

/// One of each command.
QStringList firstExamples() {
    QStringList lines;
    for (const CommandInfo& command : commandTable()) {
        lines.append(QString::fromUtf8(command.examples.front()));
    }
    return lines;
}

} // namespace

QString versionText() {
    return QStringLiteral("headscope %1 (%2, Qt %3)\n").arg(qtText(version()), qtText(instruction_set()), qVersion());
}

QString helpText() {
    QString commands;
    QString helpOfCommands;
    for (const CommandInfo& command : commandTable()) {
        const QString name = qtText(command.name);
        commands += option(QStringLiteral("headscope %1 OPTIONS").arg(name), translated(command.summary));
        helpOfCommands += option(name + QStringLiteral(" --help"),
                                 QCoreApplication::translate("Help", "Shows the options of %1.").arg(name));
    }
    return wrapped(QCoreApplication::translate("Help", "Headscope shows what every head of multi-head attention looks "
                                                       "at, with exact and reproducible numbers."),
                   0) +
           u'\n' + heading(QCoreApplication::translate("Help", "Usage")) +
           option(QStringLiteral("headscope"), QCoreApplication::translate("Help", "Opens the window.")) + commands +
           heading(QCoreApplication::translate("Help", "Options")) + helpOption() +
           option(
               QStringLiteral("--version"),
               QCoreApplication::translate("Help", "Shows the version, the instruction set and the version of Qt.")) +
           helpOfCommands + examples(firstExamples());
}

QString commandHelpText(const CommandInfo& command) {
    QString text = QStringLiteral("headscope %1 OPTIONS\n\n").arg(qtText(command.name)) +
                   wrapped(translated(command.explanation), 0) + u'\n';
    const char* group = nullptr;
    for (const OptionInfo& info : command.options) {
        if (group != info.group) {
            group = info.group;
            text += heading(translated(group));
        }
        QString names = qtText(info.name);
        if (info.value != nullptr) {
            names += u' ' + QString::fromUtf8(info.value);
        }
        text += option(names, translated(info.explanation));
    }
    QStringList lines;
    for (const char* example : command.examples) {
        lines.append(QString::fromUtf8(example));
    }
    return text + heading(QCoreApplication::translate("Help", "Other")) + helpOption() + examples(lines) +
           heading(QCoreApplication::translate("Help", "Exit status")) + QStringLiteral("  ") +
           wrapped(translated(command.exitStatus), 2) + u'\n';
}

} // namespace headscope::ui
