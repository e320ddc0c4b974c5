#include "ui/widgets/inline_message.h"

#include <QEvent>
#include <QScrollArea>

#include "ui/present/error_text.h"

namespace headscope::ui {

InlineMessage::InlineMessage(QWidget* parent)
    : QLabel(parent) {
    setObjectName(QStringLiteral("inlineMessage"));
    setWordWrap(true);
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    hide();
    connect(this, &QLabel::linkActivated, this, [this](const QString& link) { emit choiceTaken(link.toLongLong()); });
}

void InlineMessage::showError(const Error& error, const std::vector<std::int64_t>& choices) {
    error_ = error;
    choices_ = choices;
    retranslate();
    show();
    // Where the panel has to be scrolled, the sentence must not stay below the fold. Queued: it has no place yet.
    QMetaObject::invokeMethod(this, &InlineMessage::scrollIntoView, Qt::QueuedConnection);
}

void InlineMessage::scrollIntoView() {
    for (QWidget* parent = parentWidget(); parent != nullptr; parent = parent->parentWidget()) {
        if (auto* area = qobject_cast<QScrollArea*>(parent)) {
            area->ensureWidgetVisible(this);
        }
    }
}

void InlineMessage::clearError() {
    error_.reset();
    hide();
    clear();
}

void InlineMessage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange && error_) {
        retranslate();
    }
    QLabel::changeEvent(event);
}

void InlineMessage::retranslate() {
    QString text = errorText(*error_).toHtmlEscaped();
    QStringList links;
    for (const std::int64_t choice : choices_) {
        links += QStringLiteral("<a href=\"%1\">%1</a>").arg(choice);
    }
    if (!links.isEmpty()) {
        text += QStringLiteral("<br>") + tr("Use %1").arg(links.join(QStringLiteral(" &nbsp; ")));
    }
    setText(text);
    setAccessibleName(errorText(*error_));
}

} // namespace headscope::ui
