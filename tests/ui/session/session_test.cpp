#include <QSignalSpy>
#include <QtTest>

#include "ui/session/session.h"

using headscope::ColourMap;
using headscope::ModelDims;
using headscope::SessionState;
using headscope::TextInput;
using headscope::Tokenizer;
using headscope::ui::sampleState;
using headscope::ui::Session;

namespace {

std::string textOf(const Session& session) {
    return std::get<TextInput>(session.state().request.input).text;
}

void setText(Session& session, const std::string& text) {
    session.change(Session::Field::text,
                   [&](SessionState& state) { std::get<TextInput>(state.request.input).text = text; });
}

void setHeads(Session& session, int heads) {
    session.change(Session::Field::heads,
                   [&](SessionState& state) { state.request.dims = ModelDims::create(512, heads).value(); });
}

} // namespace

class SessionTest : public QObject {
    Q_OBJECT

private slots:
    void the_sample_is_the_articles_module() {
        const SessionState state = sampleState();
        QCOMPARE(state.request.dims.d_model(), 512);
        QCOMPARE(state.request.dims.n_heads(), 8);
        QCOMPARE(state.request.token_limit, 4096);
        QCOMPARE(state.request.map_above, 2048);
    }

    void quick_changes_of_one_field_are_one_step() {
        Session session(sampleState());
        const std::string before = textOf(session);
        setText(session, "a");
        setText(session, "ab");
        setText(session, "abc");
        QCOMPARE(session.undoStack().count(), 1);
        session.undoStack().undo();
        QCOMPARE(textOf(session), before);
        session.undoStack().redo();
        QCOMPARE(textOf(session), std::string("abc"));
    }

    void changes_of_different_fields_are_different_steps() {
        Session session(sampleState());
        setText(session, "a");
        setHeads(session, 4);
        setText(session, "ab");
        QCOMPARE(session.undoStack().count(), 3);
        session.undoStack().undo();
        QCOMPARE(textOf(session), std::string("a"));
        QCOMPARE(session.state().request.dims.n_heads(), 4);
        session.undoStack().undo();
        QCOMPARE(session.state().request.dims.n_heads(), 8);
    }

    void an_edit_that_changes_nothing_is_no_step() {
        Session session(sampleState());
        QSignalSpy spy(&session, &Session::requestChanged);
        setHeads(session, 8);
        QCOMPARE(session.undoStack().count(), 0);
        QCOMPARE(spy.count(), 0);
    }

    void only_a_changed_request_asks_for_a_run() {
        Session session(sampleState());
        QSignalSpy requests(&session, &Session::requestChanged);
        QSignalSpy views(&session, &Session::viewChanged);
        session.change(Session::Field::view, [](SessionState& state) { state.view.colour_map = ColourMap::magma; });
        QCOMPARE(requests.count(), 0);
        QCOMPARE(views.count(), 1);
        setHeads(session, 4);
        QCOMPARE(requests.count(), 1);
        QCOMPARE(views.count(), 1);
    }

    void looking_at_another_head_is_no_step_and_survives_undo() {
        Session session(sampleState());
        setText(session, "a");
        session.focusHead(5);
        QCOMPARE(session.undoStack().count(), 1);
        session.undoStack().undo();
        QCOMPARE(session.state().view.focused_head, 5);
    }
};

QTEST_GUILESS_MAIN(SessionTest)
#include "session_test.moc"
