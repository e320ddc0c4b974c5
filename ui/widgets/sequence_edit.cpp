#include "ui/widgets/sequence_edit.h"

#include <QKeyEvent>
#include <QMimeData>
#include <QSignalBlocker>

#include "ui/theme/theme.h"
#include "ui/widgets/number_field.h"

namespace headscope::ui {

SequenceEdit::SequenceEdit(QWidget* parent)
    : QPlainTextEdit(parent) {
    setUndoRedoEnabled(false);
    setTabChangesFocus(true);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    connect(this, &QPlainTextEdit::textChanged, this, &SequenceEdit::onTextChanged);
}

void SequenceEdit::setCommittedText(const QString& text) {
    if (text == committed_) {
        return;
    }
    committed_ = text;
    ranges_.clear();
    const int position = textCursor().position();
    {
        const QSignalBlocker blocker(this);
        setPlainText(text);
    }
    QTextCursor cursor = textCursor();
    cursor.setPosition(std::min(position, static_cast<int>(text.size())));
    setTextCursor(cursor);
    markTokens();
}

void SequenceEdit::setTokens(std::vector<TokenRange> ranges) {
    ranges_ = std::move(ranges);
    markTokens();
}

void SequenceEdit::setHighlight(int query, int key) {
    if (query != query_ || key != key_) {
        query_ = query;
        key_ = key;
        markTokens();
    }
}

bool SequenceEdit::event(QEvent* event) {
    if (isUndoOrRedo(event)) {
        event->ignore();
        return false;
    }
    return QPlainTextEdit::event(event);
}

void SequenceEdit::mouseMoveEvent(QMouseEvent* event) {
    QPlainTextEdit::mouseMoveEvent(event);
    const QTextCursor cursor = cursorForPosition(event->pos());
    // cursorForPosition() gives the nearest gap between characters, also far from any text.
    const QRect gap = cursorRect(cursor);
    const bool onLine = event->pos().y() >= gap.top() && event->pos().y() <= gap.bottom();
    const int position = event->pos().x() < gap.center().x() ? cursor.position() - 1 : cursor.position();
    hover(onLine ? tokenAt(ranges_, position) : -1);
}

void SequenceEdit::leaveEvent(QEvent* event) {
    QPlainTextEdit::leaveEvent(event);
    hover(-1);
}

void SequenceEdit::insertFromMimeData(const QMimeData* source) {
    const qsizetype total = committed_.size() - textCursor().selectedText().size() + source->text().size();
    if (total > largestText) {
        emit pasteRefused(total, largestText);
        return;
    }
    insertPlainText(source->text());
    ensureCursorVisible();
}

void SequenceEdit::changeEvent(QEvent* event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        markTokens();
    }
}

void SequenceEdit::onTextChanged() {
    const QString now = toPlainText();
    if (now == committed_) {
        return; // an input method is at work, or only a format changed
    }
    committed_ = now;
    ranges_.clear(); // they belong to the text before
    emit committedTextChanged(now);
}

void SequenceEdit::hover(int token) {
    if (token != hovered_) {
        hovered_ = token;
        emit tokenHovered(token);
    }
}

void SequenceEdit::markTokens() {
    const ThemeColours& colours = themeColours(isDark(palette()));
    QList<QTextEdit::ExtraSelection> marks;
    const auto mark = [&](int token, const QColor& ground, const QColor& text) {
        if (token < 0 || token >= static_cast<int>(ranges_.size())) {
            return;
        }
        const TokenRange& range = ranges_[static_cast<std::size_t>(token)];
        QTextEdit::ExtraSelection selection;
        selection.cursor = QTextCursor(document());
        selection.cursor.setPosition(range.begin);
        selection.cursor.setPosition(range.end, QTextCursor::KeepAnchor);
        selection.format.setBackground(ground);
        selection.format.setForeground(text);
        marks.append(selection);
    };
    mark(key_, colours.accentSoft, colours.text);
    mark(query_, colours.accent, colours.onAccent);
    setExtraSelections(marks);
}

} // namespace headscope::ui
