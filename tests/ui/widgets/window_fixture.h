#pragma once

#include <memory>

#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

#include "ui/i18n/language.h"
#include "ui/plot/focused_head.h"
#include "ui/widgets/choice_row.h"
#include "ui/widgets/head_grid.h"
#include "ui/widgets/inline_message.h"
#include "ui/widgets/main_window.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/sequence_edit.h"

namespace headscope::ui {

/// A window on the offscreen platform, with its first picture, and preferences that touch nobody's own.
class WindowFixture {
public:
    explicit WindowFixture(const Preferences& preferences = {}) {
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings_.path());
        languages_.use(Language::english);
        window_ = std::make_unique<MainWindow>(languages_, preferences);
        window_->show();
    }

    MainWindow& window() { return *window_; }
    LanguageSwitch& languages() { return languages_; }
    void close() { window_.reset(); }

    template <typename Widget>
    Widget* find(const char* name) {
        auto* widget = window_->findChild<Widget*>(QString::fromLatin1(name));
        if (widget == nullptr) {
            qFatal("the window has no %s", name);
        }
        return widget;
    }
    QString text(const char* label) { return find<QLabel>(label)->text(); }
    void click(const char* button) { QTest::mouseClick(find<QPushButton>(button), Qt::LeftButton); }
    /// Types into a number field and leaves with Return.
    void enter(const char* field, const QString& value) {
        auto* edit = find<NumberField>(field);
        edit->selectAll();
        QTest::keyClicks(edit, value);
        QTest::keyClick(edit, Qt::Key_Return);
    }
    void setText(const QString& value) {
        auto* edit = find<SequenceEdit>("text");
        edit->selectAll();
        edit->insertPlainText(value);
    }
    /// The sentence of the first visible message, or nothing.
    QString message() {
        for (const InlineMessage* message : window_->findChildren<InlineMessage*>()) {
            if (message->isVisible()) {
                return message->accessibleName();
            }
        }
        return {};
    }
    bool idle() const { return window_->isIdle(); }
    /// The snapshot that is on screen.
    const Snapshot& shown() { return *window_->shownSnapshot(); }

private:
    QTemporaryDir settings_;
    LanguageSwitch languages_;
    std::unique_ptr<MainWindow> window_;
};

} // namespace headscope::ui
