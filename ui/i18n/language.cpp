#include "ui/i18n/language.h"

#include <algorithm>

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace headscope::ui {

namespace {

// QTranslator::load(QLocale("zh_SG"), ...) does not find zh_CN, so the files are named outright.
constexpr auto chineseFile = ":/i18n/headscope_zh_CN.qm";

bool isSimplifiedChinese(const QStringList& subtags) {
    if (subtags.contains(QStringLiteral("hans"))) {
        return true;
    }
    static const QStringList traditional{QStringLiteral("hant"), QStringLiteral("tw"), QStringLiteral("hk"),
                                         QStringLiteral("mo")};
    return std::ranges::none_of(traditional, [&subtags](const QString& tag) { return subtags.contains(tag); });
}

} // namespace

Language languageFor(const QStringList& preferred) {
    for (const QString& entry : preferred) {
        // "zh_CN.UTF-8@pinyin" and "zh-Hans-CN" alike
        const QString name = entry.section(u'.', 0, 0).section(u'@', 0, 0).toLower().replace(u'_', u'-');
        const QStringList subtags = name.split(u'-');
        if (subtags.front() == QLatin1String("en")) {
            return Language::english;
        }
        if (subtags.front() == QLatin1String("zh") && isSimplifiedChinese(subtags)) {
            return Language::simplifiedChinese;
        }
    }
    return Language::english;
}

Language systemLanguage() {
    return languageFor(QLocale::system().uiLanguages());
}

QString languageName(Language language) {
    return language == Language::english ? QStringLiteral("English") : QStringLiteral("简体中文");
}

void LanguageSwitch::use(Language language) {
    // Numbers are written as in the literature in both languages: a point, no grouping by a foreign locale.
    QLocale::setDefault(language == Language::english ? QLocale(QLocale::English, QLocale::UnitedStates)
                                                      : QLocale(QLocale::Chinese, QLocale::China));
    if (language == language_) {
        return;
    }
    language_ = language;
    if (language == Language::english) {
        QCoreApplication::removeTranslator(&qt_);
        QCoreApplication::removeTranslator(&own_);
        return;
    }
    if (qt_.isEmpty()) {
        // Absent where Debian's qt6-translations-l10n is not installed; Qt's own buttons stay English then.
        (void)qt_.load(QStringLiteral("qtbase_zh_CN"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    }
    if (own_.isEmpty()) {
        (void)own_.load(QString::fromLatin1(chineseFile));
    }
    QCoreApplication::installTranslator(&qt_);
    QCoreApplication::installTranslator(&own_);
}

QString translateWithoutApplication(Language language, const char* context, const char* text) {
    if (language == Language::english) {
        return QString::fromUtf8(text);
    }
    QTranslator translator;
    (void)translator.load(QString::fromLatin1(chineseFile));
    const QString translated = translator.translate(context, text);
    return translated.isEmpty() ? QString::fromUtf8(text) : translated;
}

} // namespace headscope::ui
