#include <QSignalSpy>
#include <QtTest>

#include "ui/session/engine_runner.h"
#include "ui/session/session.h"

using headscope::Error;
using headscope::ErrorCode;
using headscope::ModelDims;
using headscope::Request;
using headscope::TextInput;
using headscope::ui::EngineRunner;
using headscope::ui::RunResult;
using headscope::ui::sampleState;

namespace {

Request requestFor(const std::string& text, int heads = 8) {
    Request request = sampleState().request;
    std::get<TextInput>(request.input).text = text;
    request.dims = ModelDims::create(512, heads).value();
    return request;
}

std::string textOf(const RunResult& result) {
    return std::get<TextInput>(result.snapshot->request.input).text;
}

/// 200 words: long enough that a burst of requests finds the worker at work.
std::string longText() {
    std::string text;
    for (int i = 0; i < 200; ++i) {
        text += "word ";
    }
    return text;
}

} // namespace

class EngineRunnerTest : public QObject {
    Q_OBJECT

private slots:
    void a_result_carries_a_picture_of_every_head() {
        EngineRunner runner;
        std::shared_ptr<const RunResult> result;
        connect(&runner, &EngineRunner::finished, this, [&](const std::shared_ptr<const RunResult>& r) { result = r; });
        QSignalSpy busy(&runner, &EngineRunner::busyChanged);
        runner.submit(requestFor("the cat sat on the mat"), 0.0);
        QVERIFY(runner.busy());
        QTRY_VERIFY(!runner.busy());
        QVERIFY(result != nullptr);
        QCOMPARE(result->snapshot->n_q(), 6);
        QCOMPARE(result->heads.size(), std::size_t{8});
        QCOMPARE(result->heads[0].thumbnail.rows, 6);
        QCOMPARE(result->mean.thumbnail.columns, 6);
        QCOMPARE(busy.count(), 2);
    }

    void of_a_burst_the_last_request_is_always_shown() {
        EngineRunner runner;
        std::vector<std::string> shown;
        connect(&runner, &EngineRunner::finished, this,
                [&](const std::shared_ptr<const RunResult>& r) { shown.push_back(textOf(*r)); });
        std::string text = longText();
        for (int i = 0; i < 50; ++i) {
            text += 'x';
            runner.submit(requestFor(text), 0.0);
        }
        QTRY_VERIFY_WITH_TIMEOUT(!runner.busy(), 60'000);
        QVERIFY(!shown.empty());
        QVERIFY(shown.size() < 50); // what was overtaken was not computed
        QCOMPARE(shown.back(), text);
        QVERIFY(std::is_sorted(shown.begin(), shown.end(),
                               [](const auto& a, const auto& b) { return a.size() < b.size(); }));
    }

    void an_error_of_the_last_request_is_told() {
        EngineRunner runner;
        std::optional<Error> error;
        connect(&runner, &EngineRunner::failed, this, [&](const Error& e) { error = e; });
        Request request = requestFor("one two three");
        request.token_limit = 2;
        runner.submit(request, 0.0);
        QTRY_VERIFY(error.has_value());
        QCOMPARE(*error, (Error{ErrorCode::too_many_tokens, {std::int64_t{3}, std::int64_t{2}}}));
    }

    void stop_ends_the_waiting_at_once() {
        EngineRunner runner;
        std::optional<Error> error;
        connect(&runner, &EngineRunner::failed, this, [&](const Error& e) { error = e; });
        runner.submit(requestFor(longText()), 0.0);
        runner.submit(requestFor(longText() + "more"), 0.0);
        runner.stop();
        QVERIFY(!runner.busy());
        QVERIFY(error && error->code == ErrorCode::cancelled);
        bool done = false;
        connect(&runner, &EngineRunner::finished, this,
                [&](const std::shared_ptr<const RunResult>& r) { done = done || textOf(*r) == "again"; });
        runner.submit(requestFor("again"), 0.0);
        QTRY_VERIFY(done);
    }

    void it_can_be_destroyed_while_it_computes() {
        const auto runner = std::make_unique<EngineRunner>();
        runner->submit(requestFor(longText(), 512), 0.0);
        QVERIFY(runner->busy());
    }
};

QTEST_MAIN(EngineRunnerTest)
#include "engine_runner_test.moc"
