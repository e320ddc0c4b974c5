// What a run takes and what it refuses.
#include <fstream>

#include <sys/resource.h>

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QtTest>

#include "core/base/memory.h"
#include "core/engine/engine.h"
#include "core/io/file.h"
#include "core/io/safetensors.h"
#include "tests/support/attention_cases.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

Request text_request(std::string text, Index d_model = 16, Index n_heads = 4) {
    Request request;
    request.input = TextInput{std::move(text), Tokenizer::words, Positions::sinusoidal};
    request.dims = dims_of(d_model, n_heads);
    return request;
}

Request array_request(AttentionInput arrays, bool batched = false, Index d_model = 16) {
    Request request;
    request.input = ArrayInput{std::move(arrays), batched};
    request.dims = dims_of(d_model, 4);
    return request;
}

std::shared_ptr<const Tensor> zeros(Index batch, Index n, Index d_model) {
    return std::make_shared<const Tensor>(Tensor::zeros({batch, n, d_model}));
}

Error error_of(const Request& request) {
    Engine engine;
    const Result<std::shared_ptr<const Snapshot>> result = engine.run(request);
    HEADSCOPE_EXPECTS(!result.has_value());
    return result.error();
}

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) {
        all += text;
    }
    return all;
}

// Of the last product, when all tensors are there.

Index virtual_memory() {
    std::ifstream file("/proc/self/statm");
    Index pages = 0;
    file >> pages;
    return pages * 4096;
}

} // namespace

class EngineInputTest : public QObject {
    Q_OBJECT

private slots:
    void t8_a_blank_text_gives_an_empty_snapshot_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("empty") << "";
        QTest::newRow("spaces") << "   ";
        QTest::newRow("line ends") << "\r\n\n\t";
        QTest::newRow("ideographic space") << QStringLiteral("\u3000\u00a0");
    }
    void t8_a_blank_text_gives_an_empty_snapshot() {
        QFETCH(QString, text);
        for (const Tokenizer tokenizer : {Tokenizer::words, Tokenizer::characters}) {
            Request request = text_request(text.toStdString());
            std::get<TextInput>(request.input).tokenizer = tokenizer;
            const auto snapshot = Engine().run(request);
            QVERIFY(snapshot.has_value());
            QVERIFY((*snapshot)->empty());
            QVERIFY((*snapshot)->request == request);
            QVERIFY((*snapshot)->tokens.empty() && (*snapshot)->heads.empty());
            QCOMPARE((*snapshot)->n_q(), 0);
            QCOMPARE((*snapshot)->trace.bytes(), 0);
            QCOMPARE_EQ((*snapshot)->largest_row_sum_error, 0.0);
        }
    }

    void t9_white_space_among_other_characters_is_kept() {
        Request request = text_request("a \n");
        std::get<TextInput>(request.input).tokenizer = Tokenizer::characters;
        const auto snapshot = Engine().run(request);
        QCOMPARE((*snapshot)->tokens.size(), 3U);
    }

    void t7_the_limit_counts_tokens() {
        for (const int tokens : {9, 10, 11}) {
            Request request = text_request(repeated("word  ", tokens)); // two spaces in a row are none
            request.token_limit = 10;
            if (tokens > 10) {
                QVERIFY(error_of(request) == fail(ErrorCode::too_many_tokens, 11, 10).value());
            } else {
                QCOMPARE((*Engine().run(request))->n_k(), tokens);
            }
        }
        Request chinese = text_request(repeated("我", 11));
        std::get<TextInput>(chinese.input).tokenizer = Tokenizer::characters;
        chinese.token_limit = 10;
        QVERIFY(error_of(chinese) == fail(ErrorCode::too_many_tokens, 11, 10).value());
    }

    void t7_a_limit_of_0_is_none() {
        QCOMPARE((*Engine().run(text_request(repeated("word ", 1100), 2, 1)))->n_q(), 1100);
    }

    void invalid_utf8_is_refused_with_its_place() {
        QVERIFY(error_of(text_request("ab\xff")) == fail(ErrorCode::text_invalid_utf8, "text", 2).value());
    }

    void settings_are_refused_for_an_empty_text_too() {
        Request request = text_request("");
        request.attention.temperature = 0.0;
        QCOMPARE(error_of(request).code, ErrorCode::temperature_out_of_range);
        request.attention.temperature = 1.0;
        request.attention.dropout = 1.0;
        QCOMPARE(error_of(request).code, ErrorCode::dropout_out_of_range);
    }

    void e9_arrays_of_another_d_model_are_refused_with_both_numbers() {
        const auto x = zeros(1, 3, 12);
        QVERIFY(error_of(array_request({x, x, x})) ==
                fail(ErrorCode::array_wrong_shape, "query", "(3, 12)", "(3, 16)").value());
        QVERIFY(error_of(array_request({zeros(2, 3, 16), zeros(2, 4, 512), zeros(2, 4, 512)}, true)) ==
                fail(ErrorCode::array_wrong_shape, "key", "(2, 4, 512)", "(2, 4, 16)").value());
        QVERIFY(error_of(array_request({zeros(1, 3, 16), zeros(1, 4, 16), zeros(1, 4, 8)})) ==
                fail(ErrorCode::array_wrong_shape, "value", "(4, 8)", "(4, 16)").value());
    }

    void keys_and_values_of_other_lengths_or_batches_are_refused() {
        QVERIFY(error_of(array_request({zeros(1, 3, 16), zeros(1, 4, 16), zeros(1, 5, 16)})) ==
                fail(ErrorCode::array_wrong_shape, "value", "(5, 16)", "(4, 16)").value());
        QVERIFY(error_of(array_request({zeros(2, 3, 16), zeros(3, 4, 16), zeros(3, 4, 16)}, true)) ==
                fail(ErrorCode::array_wrong_shape, "key", "(3, 4, 16)", "(2, 4, 16)").value());
    }

    void a_mask_of_another_size_is_refused() {
        Request request = text_request("the cat sat");
        request.attention.mask = matrix_mask(2, 2, {1, 1, 1, 1});
        QVERIFY(error_of(request) == fail(ErrorCode::array_wrong_shape, "mask", "(2, 2)", "(3, 3)").value());
    }

    void too_much_memory_is_refused_before_anything_is_made() {
        Request request = text_request(repeated("a", 20'000), 8192, 8192);
        std::get<TextInput>(request.input).tokenizer = Tokenizer::characters;
        QElapsedTimer timer;
        timer.start();
        const Error error = error_of(request);
        QVERIFY(timer.elapsed() < 2000); // random parameters of this size alone would take longer
        const Index n = 20'000;
        const Index d = 8192;
        // Scores and weights; Q, K, V, concat and the buffers of a panel; the parameters, as they are and packed.
        const Index buffers = 2 * 1 * 32 + n * 32;
        const Index needed = 4 * (2 * d * n * n + std::max(5 * n * d, 4 * n * d + buffers) + 2 * (4 * d * d + 4 * d));
        QVERIFY(error == fail(ErrorCode::needs_too_much_memory, needed, memory_allowance()).value());
        QVERIFY(memory_allowance() > 0 && memory_allowance() < physical_memory());
    }

    void memory_that_runs_out_is_an_error_like_any_other() {
#ifdef __SANITIZE_ADDRESS__
        QSKIP("AddressSanitizer's own memory does not fit such a limit");
#endif
        Engine engine;
        const Request small = text_request("the cat");
        QVERIFY(engine.run(small).has_value());
        rlimit before{};
        QCOMPARE(getrlimit(RLIMIT_AS, &before), 0);
        rlimit tight = before;
        tight.rlim_cur = static_cast<rlim_t>(virtual_memory() + (Index{64} << 20));
        QCOMPARE(setrlimit(RLIMIT_AS, &tight), 0);
        const auto x = zeros(1, 1000, 16);
        Request large = array_request({x, x, x}); // two tensors of 64 MB for 16 heads
        large.dims = dims_of(16, 16);
        const auto result = engine.run(large);
        QCOMPARE(setrlimit(RLIMIT_AS, &before), 0);
        QVERIFY(!result.has_value());
        const Index buffers = 2 * 1 * 32 + 1000 * 32;
        // A panel of the packed parameters has 32 columns.
        const Index parameters = 4 * 16 * 16 + 4 * 16 + 4 * 32 * 16 + 4 * 16;
        const Index needed = 4 * (2 * 16 * 1'000'000 + 4 * 1000 * 16 + buffers + parameters);
        QVERIFY(result.error() == fail(ErrorCode::out_of_memory, needed).value());
        QVERIFY(engine.run(small).has_value());
    }

    void a_weights_file_of_another_d_model_is_refused_with_both_numbers() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("w.safetensors").toStdString();
        QVERIFY(write_file(path, safetensors_bytes(*random_parameters(12, 1))).has_value());
        Request request = text_request("the cat", 512, 8);
        request.weights = FileWeights{path};
        QVERIFY(error_of(request) == fail(ErrorCode::d_model_conflict, 512, 12, path).value());
    }

    void a_missing_weights_file_is_named() {
        Request request = text_request("the cat");
        request.weights = FileWeights{"/nowhere/w.safetensors"};
        QVERIFY(error_of(request) == fail(ErrorCode::file_not_found, "/nowhere/w.safetensors").value());
    }

    void a_stopped_run_is_cancelled() {
        std::stop_source stop;
        stop.request_stop();
        Engine engine;
        const auto x = zeros(1, 2, 4096);
        QElapsedTimer timer;
        timer.start();
        for (const Request& request : {text_request("the cat", 4096), array_request({x, x, x}, false, 4096)}) {
            QVERIFY(engine.run(request, {stop.get_token(), {}}).error() == fail(ErrorCode::cancelled).value());
        }
        QVERIFY(timer.elapsed() < 500); // the parameters alone would take longer
        QVERIFY(engine.run(text_request("the cat")).has_value());
    }
};

QTEST_GUILESS_MAIN(EngineInputTest)
#include "engine_input_test.moc"
