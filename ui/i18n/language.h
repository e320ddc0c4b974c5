#pragma once

#include <QString>
#include <QStringList>
#include <QTranslator>

namespace headscope::ui {

enum class Language { english, simplifiedChinese };

/// The first language of the list (BCP 47 tags or locale names, best first) that Headscope speaks; English where there
/// is none. Chinese is simplified unless the entry names another script or region ("zh-Hant", "zh_TW").
Language languageFor(const QStringList& preferred);

/// What the user asked for by LANGUAGE, LC_ALL, LC_MESSAGES and LANG.
Language systemLanguage();

/// "English", "简体中文": each in itself.
QString languageName(Language language);

/// The translations of one application. use() may be called at any time; QEvent::LanguageChange then reaches every
/// widget. Needs a QCoreApplication and does not outlive it.
class LanguageSwitch {
public:
    LanguageSwitch() = default;
    LanguageSwitch(const LanguageSwitch&) = delete;
    LanguageSwitch& operator=(const LanguageSwitch&) = delete;

    void use(Language language);
    Language language() const { return language_; }

private:
    QTranslator own_;
    QTranslator qt_; ///< Qt's own buttons and dialogs
    Language language_ = Language::english;
};

/// One of Headscope's texts before there is a QCoreApplication, when QCoreApplication::translate() cannot answer yet.
QString translateWithoutApplication(Language language, const char* context, const char* text);

} // namespace headscope::ui
