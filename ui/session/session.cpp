#include "ui/session/session.h"

#include <chrono>

#include <QUndoCommand>

namespace headscope::ui {

namespace {

constexpr std::chrono::milliseconds mergeWindow{800};
constexpr Index windowTokenLimit = 4096;

} // namespace

class Session::Edit : public QUndoCommand {
public:
    Edit(Session& session, Field field, SessionState before, SessionState after)
        : session_(session)
        , field_(field)
        , before_(std::move(before))
        , after_(std::move(after))
        , time_(std::chrono::steady_clock::now()) {}

    void undo() override { session_.apply(keepingFocus(before_)); }
    void redo() override { session_.apply(keepingFocus(after_)); }
    int id() const override { return static_cast<int>(field_); }

    bool mergeWith(const QUndoCommand* other) override {
        const auto& next = static_cast<const Edit&>(*other); // same id(), so the same class
        if (next.time_ - time_ > mergeWindow) {
            return false;
        }
        after_ = next.after_;
        time_ = next.time_;
        return true;
    }

private:
    // Which head is looked at is not part of a change, so undoing one does not jump to another head.
    SessionState keepingFocus(SessionState state) const {
        state.view.focused_head = session_.state_.view.focused_head;
        return state;
    }

    Session& session_;
    Field field_;
    SessionState before_;
    SessionState after_;
    std::chrono::steady_clock::time_point time_;
};

Session::Session(SessionState initial, QObject* parent)
    : QObject(parent)
    , state_(std::move(initial)) {
    undoStack_.setUndoLimit(1000);
}

void Session::edit(Field field, SessionState newState) {
    if (newState != state_) {
        undoStack_.push(new Edit(*this, field, state_, std::move(newState)));
    }
}

void Session::focusHead(int head) {
    SessionState next = state_;
    next.view.focused_head = head;
    apply(next);
}

void Session::apply(const SessionState& next) {
    const bool requestDiffers = next.request != state_.request;
    const bool viewDiffers = next.view != state_.view;
    state_ = next;
    if (requestDiffers) {
        emit requestChanged();
    }
    if (viewDiffers) {
        emit viewChanged();
    }
}

SessionState sampleState() {
    SessionState state;
    state.request.input = TextInput{"The animal didn't cross the street because it was too tired.", Tokenizer::words,
                                    Positions::sinusoidal};
    state.request.token_limit = windowTokenLimit;
    state.request.wanted = {.scores = false, .weights = true, .map_tile = 0}; // of a score a tool tip makes one row
    state.request.map_above = most_tokens_drawn_cell_by_cell;
    return state;
}

} // namespace headscope::ui
