#pragma once

#include <QObject>
#include <QUndoStack>

#include "core/session/session_state.h"

namespace headscope::ui {

/// The one place where the window's state changes. Every change is a step of one undo stack; quick changes of the same
/// field become one step, so that undo takes back a word rather than a letter.
class Session : public QObject {
    Q_OBJECT

public:
    enum class Field {
        text,
        tokenizer,
        positions,
        heads,
        d_model,
        mask,
        temperature,
        dropout,
        seed,
        weights,
        view,
    };

    explicit Session(SessionState initial, QObject* parent = nullptr);

    const SessionState& state() const { return state_; }
    QUndoStack& undoStack() { return undoStack_; }

    /// Nothing happens where the new state equals the present one.
    void edit(Field field, SessionState newState);
    /// The usual case: change one thing of the present state.
    template <typename Change>
    void change(Field field, Change change) {
        SessionState next = state_;
        change(next);
        edit(field, std::move(next));
    }
    /// Looking around (which head is large) is no change of the work: shown, but not a step to undo.
    void focusHead(int head);

signals:
    void requestChanged();
    void viewChanged();

private:
    class Edit;
    void apply(const SessionState& next);

    SessionState state_;
    QUndoStack undoStack_;
};

/// The sample that the window opens with: the article's module on a short sentence.
SessionState sampleState();

} // namespace headscope::ui
