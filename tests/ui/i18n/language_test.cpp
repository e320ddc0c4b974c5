#include "ui/i18n/language.h"

#include <QtTest>

using namespace headscope::ui;

namespace {

constexpr auto context = "ErrorText";
constexpr auto english = "permission denied";
const QString chinese = QStringLiteral("没有权限");

struct LanguageChanges : QObject {
    int count = 0;
    bool eventFilter(QObject* /*watched*/, QEvent* event) override {
        count += event->type() == QEvent::LanguageChange ? 1 : 0;
        return false;
    }
};

} // namespace

class LanguageTest : public QObject {
    Q_OBJECT

private slots:
    void language_of_a_locale_data() {
        QTest::addColumn<QStringList>("preferred");
        QTest::addColumn<bool>("chinese");
        QTest::newRow("nothing") << QStringList{} << false;
        QTest::newRow("C") << QStringList{"C"} << false;
        QTest::newRow("en") << QStringList{"en-US", "zh-CN"} << false;
        QTest::newRow("zh") << QStringList{"zh"} << true;
        QTest::newRow("zh_CN") << QStringList{"zh_CN"} << true;
        QTest::newRow("zh_CN.UTF-8") << QStringList{"zh_CN.UTF-8"} << true;
        QTest::newRow("zh_SG") << QStringList{"zh_SG"} << true;
        QTest::newRow("zh-Hans") << QStringList{"zh-Hans"} << true;
        QTest::newRow("zh-Hans-HK: the script decides") << QStringList{"zh-Hans-HK"} << true;
        QTest::newRow("zh-TW is traditional") << QStringList{"zh-TW"} << false;
        QTest::newRow("zh-Hant-CN is traditional") << QStringList{"zh-Hant-CN"} << false;
        QTest::newRow("second choice") << QStringList{"de-DE", "zh-CN", "en"} << true;
        QTest::newRow("a language that only begins like it") << QStringList{"zha"} << false;
    }
    void language_of_a_locale() {
        QFETCH(QStringList, preferred);
        QFETCH(bool, chinese);
        QCOMPARE(languageFor(preferred) == Language::simplifiedChinese, chinese);
    }

    void switches_at_run_time_and_back() {
        LanguageSwitch languages;
        LanguageChanges changes;
        QCoreApplication::instance()->installEventFilter(&changes);
        QCOMPARE(QCoreApplication::translate(context, english), QString::fromLatin1(english));
        languages.use(Language::simplifiedChinese);
        QCOMPARE(languages.language(), Language::simplifiedChinese);
        QCOMPARE(QCoreApplication::translate(context, english), chinese);
        QVERIFY(changes.count > 0);
        const int before = changes.count;
        languages.use(Language::simplifiedChinese);
        QCOMPARE(changes.count, before); // nothing changed, so nothing is drawn anew
        languages.use(Language::english);
        QCOMPARE(QCoreApplication::translate(context, english), QString::fromLatin1(english));
        QVERIFY(changes.count > before);
    }

    void qts_own_buttons_are_translated_too() {
        LanguageSwitch languages;
        languages.use(Language::simplifiedChinese);
        QCOMPARE(QCoreApplication::translate("QPlatformTheme", "Cancel"), QStringLiteral("取消"));
        languages.use(Language::english);
    }

    void numbers_have_a_point_in_both() {
        LanguageSwitch languages;
        for (const Language language : {Language::simplifiedChinese, Language::english}) {
            languages.use(language);
            QCOMPARE(QLocale().decimalPoint(), QStringLiteral("."));
        }
    }

    void translates_before_there_is_an_application() {
        QCOMPARE(translateWithoutApplication(Language::simplifiedChinese, context, english), chinese);
        QCOMPARE(translateWithoutApplication(Language::english, context, english), QString::fromLatin1(english));
        QCOMPARE(translateWithoutApplication(Language::simplifiedChinese, context, "never said"),
                 QStringLiteral("never said"));
    }
};

QTEST_GUILESS_MAIN(LanguageTest)
#include "language_test.moc"
