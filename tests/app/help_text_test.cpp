#include "app/help_text.h"

#include <QRegularExpression>
#include <QtTest>

#include "app/option_table.h"
#include "ui/i18n/language.h"

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
            for (const QString& text : {helpText(), attendHelpText()}) {
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

    void names_every_option() {
        const QString text = attendHelpText();
        for (const OptionInfo& option : attendOptionTable()) {
            const QString name = QString::fromUtf8(option.name.data(), std::ssize(option.name));
            QVERIFY2(text.contains(QStringLiteral("\n  %1 %2").arg(name, QString::fromUtf8(option.value))),
                     qPrintable(name));
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
