#include "app/window.h"

#include <cstdlib>
#include <string>

#include <QApplication>
#include <QIcon>
#include <QStyleFactory>

#include "app/console.h"
#include "ui/i18n/language.h"
#include "ui/present/error_text.h"
#include "ui/session/preferences.h"
#include "ui/widgets/main_window.h"

namespace headscope::ui {

namespace {

bool isSet(const char* variable) {
    return !qEnvironmentVariableIsEmpty(variable);
}

/// "DISPLAY=:0", what the window system is found by.
std::string displayNames() {
    QStringList names;
    for (const char* variable : {"QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "DISPLAY"}) {
        if (isSet(variable)) {
            names.append(QString::fromLatin1(variable) + u'=' + qEnvironmentVariable(variable));
        }
    }
    return names.join(QStringLiteral(", ")).toStdString();
}

/// There is no application yet that could translate.
QString textBeforeApplication(const Error& error) {
    return errorText(error, [](const char* context, const char* text) {
        return translateWithoutApplication(systemLanguage(), context, text);
    });
}

/// Qt ends the program with a core dump where it cannot open the display, after several lines of its own.
void sayWhenDisplayFails(QtMsgType type, const QMessageLogContext& /*context*/, const QString& /*message*/) {
    if (type == QtFatalMsg) {
        printError(textBeforeApplication(Error{ErrorCode::display_unusable, {displayNames()}}));
        std::_Exit(exitFailure);
    }
}

Language chosenLanguage(const Preferences& preferences) {
    return preferences.language ? languageFor({*preferences.language}) : systemLanguage();
}

} // namespace

int runWindow(char** arguments) {
    if (displayNames().empty()) {
        printError(textBeforeApplication(Error{ErrorCode::no_display, {}}));
        return exitFailure;
    }
    int count = 1; // the program's name: options of Qt are not ours
    const QtMessageHandler usual = qInstallMessageHandler(sayWhenDisplayFails);
    QApplication application(count, arguments);
    qInstallMessageHandler(usual);
    // One look everywhere: the style sheet is written for it.
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/headscope/icons/headscope.svg")));
    const Preferences preferences = Preferences::load();
    LanguageSwitch languages;
    languages.use(chosenLanguage(preferences));
    MainWindow window(languages, preferences);
    window.show();
    return QApplication::exec();
}

} // namespace headscope::ui
