#include "app/help_text.h"

#include <QProcess>
#include <QRegularExpression>
#include <QtTest>

#include "app/command_line.h"
#include "ui/i18n/language.h"

using namespace headscope;
using namespace headscope::ui;

namespace {

/// Columns of a terminal; counted here in another way than in the program: by East Asian ranges.
qsizetype columns(const QString& line) {
    static const QRegularExpression wide(QStringLiteral("[\\x{3000}-\\x{30FF}\\x{4E00}-\\x{9FFF}\\x{FF00}-\\x{FF60}]"));
    return line.size() + line.count(wide);
}

} // namespace

class HelpTextTest : public QObject {
    Q_OBJECT

private slots:
    void fits_a_terminal_in_both_languages() {
        LanguageSwitch languages;
        for (const Language language : {Language::english, Language::simplifiedChinese}) {
            languages.use(language);
            QStringList texts{helpText()};
            for (const CommandInfo& command : commandTable()) {
                texts.append(commandHelpText(command));
            }
            for (const QString& text : texts) {
                QVERIFY(text.endsWith(u'\n') && !text.endsWith(QStringLiteral("\n\n")));
                QCOMPARE(text.contains(QRegularExpression(QStringLiteral("\\p{Han}"))),
                         language == Language::simplifiedChinese);
                for (const QString& line : text.split(u'\n')) {
                    QVERIFY2(columns(line) <= 80, qPrintable(line));
                    QVERIFY2(!line.endsWith(u' '), qPrintable(line));
                }
            }
        }
    }

    void names_every_command_and_option() {
        for (const CommandInfo& command : commandTable()) {
            const QString name = QString::fromUtf8(command.name.data(), std::ssize(command.name));
            QVERIFY(helpText().contains(QStringLiteral("\n  headscope %1 OPTIONS").arg(name)));
            QVERIFY(helpText().contains(QStringLiteral("\n  %1 --help").arg(name)));
            const QString text = commandHelpText(command);
            for (const OptionInfo& option : command.options) {
                QString line = QStringLiteral("\n  ") + QString::fromUtf8(option.name.data(), std::ssize(option.name));
                if (option.value != nullptr) {
                    line += u' ' + QString::fromUtf8(option.value);
                }
                QVERIFY2(text.contains(line), qPrintable(line));
            }
        }
    }

    void examples_are_understood() {
        for (const CommandInfo& command : commandTable()) {
            for (const char* example : command.examples) {
                std::vector<std::string> arguments;
                for (const QString& argument : QProcess::splitCommand(QString::fromUtf8(example)).sliced(1)) {
                    arguments.push_back(argument.toStdString());
                }
                const Result<CommandLine> parsed = parseCommandLine(arguments);
                QVERIFY2(parsed && parsed->command == &command, example);
            }
        }
    }

    void version_names_what_bits_depend_on() {
        static const QRegularExpression form(
            QStringLiteral("^headscope [0-9]+\\.[0-9]+\\.[0-9]+ \\([^,]+, Qt 6\\.[0-9.]+\\)\n$"));
        QVERIFY2(versionText().contains(form), qPrintable(versionText()));
    }
};

QTEST_GUILESS_MAIN(HelpTextTest)
#include "help_text_test.moc"
