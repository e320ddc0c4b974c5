#include "app/application.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <QCoreApplication>
#include <QGuiApplication>

#include "app/attend_command.h"
#include "app/attend_options.h"
#include "app/command_line.h"
#include "app/compare_command.h"
#include "app/console.h"
#include "app/help_text.h"
#include "app/memory_command.h"
#include "app/text_width.h"
#include "app/train_command.h"
#include "app/window.h"
#include "core/base/build_info.h"
#include "core/kernels/instruction_set.h"
#include "ui/i18n/language.h"

namespace headscope::ui {

namespace {

/// Standard error of a command is for our own sentences; what Qt thinks of the environment is not wanted there.
void keepQtQuiet() {
    qInstallMessageHandler([](QtMsgType type, const QMessageLogContext& /*context*/, const QString& message) {
        if (type == QtFatalMsg) {
            printError(message);
        }
    });
}

/// Figures are drawn without a window system, and look the same whatever a desktop has set.
void useNoDisplay() {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    for (const char* desktopSetting : {"QT_QPA_PLATFORMTHEME", "QT_STYLE_OVERRIDE", "QT_FONT_DPI", "QT_SCALE_FACTOR",
                                       "QT_SCREEN_SCALE_FACTORS", "QT_ENABLE_HIGHDPI_SCALING"}) {
        qunsetenv(desktopSetting);
    }
}

/// The environment may name another instruction set than the best; one that is not there is not passed over in silence.
bool hasInstructionSet() {
    const QByteArray wanted = qgetenv("HEADSCOPE_INSTRUCTION_SET");
    const std::vector<std::string_view> sets = instruction_sets();
    if (wanted.isEmpty() || std::ranges::find(sets, std::string_view(wanted.constData())) != sets.end()) {
        return true;
    }
    QStringList there;
    for (const std::string_view set : sets) {
        there.append(qtText(set));
    }
    // There is no application yet that could translate.
    const char* const sentence =
        QT_TRANSLATE_NOOP("Application", "HEADSCOPE_INSTRUCTION_SET is \"%1\"; this processor has %2.");
    printError(translateWithoutApplication(systemLanguage(), "Application", sentence)
                   .arg(QString::fromLocal8Bit(wanted), there.join(QStringLiteral(", "))));
    return false;
}

int print(const QString& text) {
    const Result<void> printed = printOut(text);
    return printed ? exitDone : reportError(printed.error());
}

int run(const CommandLine& commandLine) {
    switch (commandLine.command->id) {
    case CommandId::attend: return runAttend(commandLine);
    case CommandId::memory: return runMemory(commandLine);
    case CommandId::compare: return runCompare(commandLine);
    case CommandId::train: return runTrain(commandLine);
    }
    return exitFailure;
}

int runCommand(const Result<CommandLine>& commandLine) {
    if (!commandLine) {
        return reportError(commandLine.error());
    }
    switch (commandLine->action) {
    case CommandLine::Action::help:
        return print(commandLine->command == nullptr ? helpText() : commandHelpText(*commandLine->command));
    case CommandLine::Action::version: return print(versionText());
    case CommandLine::Action::run: return run(*commandLine);
    case CommandLine::Action::window: break; // takes another kind of application
    }
    return exitFailure;
}

/// Nothing else draws.
bool drawsFigures(const CommandLine& commandLine) {
    return commandLine.action == CommandLine::Action::run && commandLine.command->id == CommandId::attend &&
           asksForFigures(commandLine);
}

void nameApplication() {
    const auto name = QStringLiteral("headscope");
    QCoreApplication::setApplicationName(name);
    QCoreApplication::setOrganizationName(name);
    QCoreApplication::setApplicationVersion(QString::fromUtf8(version()));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Headscope"));
    QGuiApplication::setDesktopFileName(name);
}

} // namespace

int runApplication(int argc, char** argv) {
    if (!hasInstructionSet()) {
        return exitWrongInput;
    }
    nameApplication();
    const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
    const Result<CommandLine> commandLine = parseCommandLine(arguments);
    if (commandLine && commandLine->action == CommandLine::Action::window) {
        return runWindow(argv);
    }
    // Qt sees the program's name only: "-style" and the like are not ours.
    int count = 1;
    std::unique_ptr<QCoreApplication> application;
    keepQtQuiet();
    if (commandLine && drawsFigures(*commandLine)) {
        useNoDisplay();
        application = std::make_unique<QGuiApplication>(count, argv);
    } else {
        application = std::make_unique<QCoreApplication>(count, argv);
    }
    LanguageSwitch languages;
    languages.use(systemLanguage());
    return runCommand(commandLine);
}

} // namespace headscope::ui
