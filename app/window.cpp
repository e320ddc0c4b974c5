#include "app/window.h"

#include <QApplication>
#include <QIcon>
#include <QStyleFactory>

#include "app/console.h"
#include "ui/i18n/language.h"
#include "ui/present/error_text.h"
#include "ui/widgets/main_window.h"

namespace headscope::ui {

namespace {

bool hasDisplay() {
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
           qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

int refuseWithoutDisplay(int& count, char** argv) {
    const QCoreApplication application(count, argv);
    LanguageSwitch languages;
    languages.use(systemLanguage());
    printError(errorText(Error{ErrorCode::no_display, {}}));
    return exitFailure;
}

} // namespace

int runWindow(char** argv) {
    int count = 1; // as Qt shall see it: the program's name only
    if (!hasDisplay()) {
        return refuseWithoutDisplay(count, argv);
    }
    const QApplication application(count, argv);
    // One look everywhere: the style sheet is written for it.
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/headscope/icons/headscope.svg")));
    const Preferences preferences = Preferences::load();
    LanguageSwitch languages;
    languages.use(preferences.language ? languageFor({*preferences.language}) : systemLanguage());
    MainWindow window(languages, preferences);
    window.show();
    return QApplication::exec();
}

} // namespace headscope::ui
