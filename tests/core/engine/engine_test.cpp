// What a snapshot holds.
#include <chrono>
#include <filesystem>

#include <QTemporaryDir>
#include <QtTest>

#include "core/engine/engine.h"
#include "core/engine/run_cost.h"
#include "core/io/file.h"
#include "core/io/safetensors.h"
#include "tests/support/attention_cases.h"
#include "tests/support/near.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

Request text_request(std::string text, Index d_model = 64, Index n_heads = 8) {
    Request request;
    request.input = TextInput{std::move(text), Tokenizer::words, Positions::sinusoidal};
    request.dims = dims_of(d_model, n_heads);
    return request;
}

std::shared_ptr<const Snapshot> run(Engine& engine, const Request& request) {
    Result<std::shared_ptr<const Snapshot>> snapshot = engine.run(request);
    HEADSCOPE_EXPECTS(snapshot.has_value());
    return *snapshot;
}

std::shared_ptr<const Snapshot> run(const Request& request) {
    Engine engine;
    return run(engine, request);
}

const std::string sentence = "the cat sat on the mat";

} // namespace

class EngineTest : public QObject {
    Q_OBJECT

private slots:
    void t1_six_tokens_and_both_the_keep_their_own_row_and_column() {
        const auto snapshot = run(text_request(sentence));
        QCOMPARE(snapshot->tokens.size(), 6U);
        QCOMPARE(snapshot->tokens[0].text, snapshot->tokens[4].text);
        QVERIFY(snapshot->tokens[0].begin == 0 && snapshot->tokens[4].begin == 15);
        QVERIFY(snapshot->trace.weights.shape() == (std::vector<Index>{1, 8, 6, 6}));
        const ConstMatrixView head = snapshot->trace.weights.matrix(0, 3);
        QVERIFY(head.row(0) != head.row(4));
        QVERIFY(head.col(0) != head.col(4));
    }

    void without_positions_the_same_token_has_the_same_row() {
        Request request = text_request(sentence);
        std::get<TextInput>(request.input).positions = Positions::none;
        const auto snapshot = run(request);
        QVERIFY(snapshot->trace.input.query->matrix(0).row(0) == snapshot->trace.input.query->matrix(0).row(4));
        QVERIFY(snapshot->trace.output.matrix(0).row(0) == snapshot->trace.output.matrix(0).row(4));
    }

    void x_is_embedding_plus_position() {
        const auto snapshot = run(text_request(sentence));
        Vector row(64);
        for (Index i = 0; i < 6; ++i) {
            token_embedding(snapshot->tokens[static_cast<std::size_t>(i)].text, 42, {row.data(), 64});
            add_positional_encoding(i, {row.data(), 64});
            QVERIFY(snapshot->trace.input.query->matrix(0).row(i) == row);
        }
        QCOMPARE(snapshot->trace.input.query, snapshot->trace.input.key);
        QCOMPARE(snapshot->trace.input.query, snapshot->trace.input.value);
    }

    void t13_the_same_request_gives_the_same_bits_on_a_used_engine() {
        Engine used;
        Request other = text_request("the dog 我说", 32, 4);
        other.seed = 7;
        run(used, text_request("another sentence about a mat"));
        run(used, other);
        const auto a = run(used, text_request(sentence));
        const auto b = run(text_request(sentence));
        QVERIFY(a->tokens == b->tokens);
        QVERIFY(same_bits(a->trace.input.query->values(), b->trace.input.query->values()));
        QVERIFY(same_bits(a->trace.weights.values(), b->trace.weights.values()));
        QVERIFY(same_bits(a->trace.output.values(), b->trace.output.values()));
    }

    void the_seed_decides_embeddings_and_parameters() {
        Engine engine;
        Request request = text_request(sentence);
        const auto a = run(engine, request);
        request.seed = 43;
        const auto b = run(engine, request);
        QVERIFY(!same_bits(a->trace.input.query->values(), b->trace.input.query->values()));
        QVERIFY(a->parameters->W_q.weight != b->parameters->W_q.weight);
        QVERIFY(b->parameters->W_q.weight == random_parameters(64, 43)->W_q.weight);
    }

    void parameters_are_kept_until_something_they_depend_on_changes() {
        Engine engine;
        Request request = text_request(sentence);
        const auto first = run(engine, request);
        QVERIFY(first->timings.parameters > 0.0);
        request = text_request("another text", 64, 4);
        request.attention.mask = Mask::causal();
        const auto second = run(engine, request);
        QCOMPARE(second->parameters, first->parameters);
        QCOMPARE_EQ(second->timings.parameters, 0.0);
        request.seed = 1;
        QVERIFY(run(engine, request)->parameters != first->parameters);
        QCOMPARE(run(engine, text_request(sentence, 32, 4))->parameters->d_model(), 32);
    }

    void a_weights_file_is_read_again_when_it_changes() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("w.safetensors").toStdString();
        Engine engine;
        Request request = text_request(sentence);
        request.weights = FileWeights{path};
        QVERIFY(write_file(path, safetensors_bytes(*random_parameters(64, 1))).has_value());
        std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
        const auto first = run(engine, request);
        QVERIFY(first->parameters->W_o.weight == random_parameters(64, 1)->W_o.weight);
        request.seed = 5; // of the embeddings only: the file has no seed
        QCOMPARE(run(engine, request)->parameters, first->parameters);
        QVERIFY(write_file(path, safetensors_bytes(*random_parameters(64, 2))).has_value());
        QVERIFY(run(engine, request)->parameters->W_o.weight == random_parameters(64, 2)->W_o.weight);
        request.weights = RandomWeights{};
        QVERIFY(run(engine, request)->parameters->W_o.weight == random_parameters(64, 5)->W_o.weight);
    }

    void two_changes_at_the_same_time_are_both_seen() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("w.safetensors").toStdString();
        Engine engine;
        Request request = text_request(sentence);
        request.weights = FileWeights{path};
        // As within one step of a file system's clock; in the future, so that a slow machine makes no difference.
        const auto changed = std::filesystem::file_time_type::clock::now() + std::chrono::hours(1);
        QVERIFY(write_file(path, safetensors_bytes(*random_parameters(64, 1))).has_value());
        std::filesystem::last_write_time(path, changed);
        run(engine, request);
        QVERIFY(write_file(path, safetensors_bytes(*random_parameters(64, 2))).has_value());
        std::filesystem::last_write_time(path, changed);
        QVERIFY(run(engine, request)->parameters->W_o.weight == random_parameters(64, 2)->W_o.weight);
    }

    void a_file_that_became_unreadable_is_an_error_and_not_the_old_parameters() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("w.safetensors").toStdString();
        Engine engine;
        Request request = text_request(sentence);
        request.weights = FileWeights{path};
        QVERIFY(write_file(path, safetensors_bytes(*random_parameters(64, 1))).has_value());
        run(engine, request);
        QVERIFY(QFile::remove(QString::fromStdString(path)));
        QCOMPARE(engine.run(request).error().code, ErrorCode::file_not_found);
        request.weights = RandomWeights{};
        QVERIFY(run(engine, request)->parameters != nullptr);
    }

    void arrays_give_what_attend_gives() {
        Request request;
        request.dims = dims_of(16, 4);
        const AttentionInput input = cross_input(2, 3, 5, 16);
        request.input = ArrayInput{input, true};
        const auto snapshot = run(request);
        const Result<Trace> trace = attend(input, *random_parameters(16, 42), request.dims, {});
        QVERIFY(snapshot->tokens.empty());
        QVERIFY(same_bits(snapshot->trace.output.values(), trace->output.values()));
        QVERIFY(snapshot->batch() == 2 && snapshot->n_q() == 3 && snapshot->n_k() == 5);
    }

    void summaries_are_those_of_what_is_shown() {
        Request request = text_request(sentence);
        request.attention.dropout = 0.5;
        const auto snapshot = run(request);
        QVERIFY(snapshot->after_dropout());
        QCOMPARE(snapshot->heads.size(), 8U);
        for (Index h = 0; h < 8; ++h) {
            QCOMPARE_EQ(snapshot->heads[static_cast<std::size_t>(h)].largest,
                        snapshot->trace.dropped.matrix(0, h).maxCoeff());
        }
        QVERIFY(snapshot->largest_row_sum_error <= 1e-6); // of the weights before dropout
    }

    void the_largest_of_a_head_is_over_all_batches() {
        Request request;
        request.dims = dims_of(16, 2);
        request.input = ArrayInput{self_input(3, 4, 16), true};
        const auto snapshot = run(request);
        const Tensor& weights = snapshot->trace.weights;
        for (Index h = 0; h < 2; ++h) {
            const float want = std::max(
                {weights.matrix(0, h).maxCoeff(), weights.matrix(1, h).maxCoeff(), weights.matrix(2, h).maxCoeff()});
            QCOMPARE_EQ(snapshot->heads[static_cast<std::size_t>(h)].largest, want);
        }
    }

    void rows_of_zeros_are_no_row_sum_error() {
        Request request = text_request(sentence);
        request.attention.mask = Mask::key_padding(6);
        request.attention.mask_fill = MaskFill::zero;
        const auto snapshot = run(request);
        QCOMPARE(snapshot->trace.fully_masked_rows, 6);
        QCOMPARE_EQ(snapshot->largest_row_sum_error, 0.0);
        QCOMPARE_EQ(snapshot->heads[0].largest, 0.0F);
    }

    void m1_bytes_are_those_that_the_cost_panel_shows() {
        const auto snapshot = run(text_request(sentence, 512, 8));
        const Result<MemoryCost> cost = predicted_memory(text_request(sentence, 512, 8), 1, 6);
        QCOMPARE(snapshot->trace.bytes(), cost->alive_after_forward_bytes);
        QCOMPARE(snapshot->trace.scores.bytes(), 8 * 6 * 6 * 4);
    }

    void times_are_measured() {
        const auto snapshot = run(text_request(sentence));
        const Timings& t = snapshot->timings;
        QVERIFY(t.tokenize > 0.0 && t.embed > 0.0 && t.parameters > 0.0 && t.attention > 0.0);
        QVERIFY(t.tokenize + t.embed + t.parameters + t.attention <= t.total);
    }
};

QTEST_GUILESS_MAIN(EngineTest)
#include "engine_test.moc"
