// A model in training: what is promised of bits, checkpoints, heads that are off, and of what goes wrong.
#include <limits>

#include <QTemporaryDir>
#include <QtTest>

#include "core/io/file.h"
#include "core/train/trainer.h"
#include "tests/core/io/io_support.h"
#include "tests/core/train/train_support.h"
#include "tests/support/near.h"

using namespace headscope;
using namespace headscope::testing;

namespace {

TrainSettings settings_with(Index threads) {
    TrainSettings settings;
    settings.schedule.steps = 20;
    settings.threads = threads;
    settings.weight_decay = 0.01;
    return settings;
}

std::unique_ptr<Trainer> trainer_of(const TrainModelConfig& config, const TrainSettings& settings) {
    return std::move(*Trainer::create(config, settings));
}

/// Everything a trainer is: parameters, moments, steps.
std::string state_of(const Trainer& trainer) {
    return trainer.checkpoint({}, StoredType::float32, true);
}

void train(Trainer& trainer, Index first, Index steps) {
    for (Index step = first; step < first + steps; ++step) {
        const Batch batch = random_batch(trainer.config().shape, 40, 7, static_cast<std::uint64_t>(step));
        QVERIFY(trainer.step(batch).has_value());
    }
}

} // namespace

class TrainerTest : public QObject {
    Q_OBJECT

private slots:
    void the_same_bits_again_and_on_any_number_of_threads() {
        TrainModelConfig config = whole_config();
        config.dropout = 0.1;
        const std::unique_ptr<Trainer> one = trainer_of(config, settings_with(1));
        train(*one, 0, 4);
        for (const Index threads : {1, 2, 3, 5}) {
            const std::unique_ptr<Trainer> other = trainer_of(config, settings_with(threads));
            train(*other, 0, 4);
            QVERIFY(state_of(*one) == state_of(*other));
        }
        TrainSettings settings = settings_with(1);
        settings.seed = 43;
        QVERIFY(state_of(*trainer_of(config, settings)) != state_of(*trainer_of(config, settings_with(1))));
    }

    void parameters_start_as_functions_of_seed_name_and_index() {
        TrainModelConfig config = whole_config();
        const ParameterSet two(config, 7);
        config.layers = 1;
        const ParameterSet one(config, 7);
        for (const ParameterPlace& place : one.places()) {
            QCOMPARE(packed_values(one.values, place), packed_values(two.values, two.place(place.name)));
        }
        const std::vector<float> W_q = packed_values(one.values, one.place("layer0.W_q.weight"));
        const RandomStream stream(7, "layer0.W_q.weight");
        QCOMPARE_EQ(W_q[5], (2.0F * stream.uniform(5) - 1.0F) * (1.0F / std::sqrt(12.0F)));
        const std::vector<float> table = packed_values(one.values, one.place("embedding.weight"));
        QCOMPARE_EQ(table[3], static_cast<float>(RandomStream(7, "embedding.weight").normal(3)) * 0.5F);
        QCOMPARE(packed_values(one.values, one.place("norm.weight")), std::vector<float>(12, 1.0F));
        QCOMPARE(packed_values(one.values, one.place("norm.bias")), std::vector<float>(12, 0.0F));
    }

    void parameters_are_counted() {
        // 9*12 + 7*12 + 2 (4 (144+12) + 48*12 + 48 + 48*12 + 12 + 48) + 24 + 10*12 + 10
        QCOMPARE(trainer_of(whole_config(), settings_with(1))->parameter_count(), 4114);
    }

    void a_checkpoint_goes_on_with_the_same_bits() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("model.safetensors").toStdString();
        TrainModelConfig config = whole_config();
        config.dropout = 0.25;
        const std::unique_ptr<Trainer> trainer = trainer_of(config, settings_with(1));
        train(*trainer, 0, 3);
        QVERIFY(write_file(path, trainer->checkpoint({{"task", "\"quoted\" 头"}}, StoredType::float32, true)));
        const std::unique_ptr<Trainer> loaded = std::move(*Trainer::load(path, settings_with(2)));
        QVERIFY(loaded->config() == config);
        QCOMPARE(loaded->metadata().at("task"), "\"quoted\" 头");
        QCOMPARE(loaded->steps_done(), 3);
        train(*trainer, 3, 2);
        train(*loaded, 3, 2);
        QVERIFY(state_of(*trainer) == state_of(*loaded));
    }

    void a_checkpoint_of_half_size_is_near() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("half.safetensors").toStdString();
        const std::unique_ptr<Trainer> trainer = trainer_of(whole_config(), settings_with(1));
        QVERIFY(write_file(path, trainer->checkpoint({}, StoredType::float16, false)));
        const std::unique_ptr<Trainer> loaded = std::move(*Trainer::load(path, settings_with(1)));
        QCOMPARE(loaded->steps_done(), 0);
        const Batch batch = random_batch(whole_config().shape, 5, 7, 3);
        // 11 bits of each parameter.
        COMPARE_NEAR(loaded->evaluate(batch)->loss(), trainer->evaluate(batch)->loss(), 5e-3);
        QVERIFY(loaded->evaluate(batch)->loss_sum != trainer->evaluate(batch)->loss_sum);
    }

    void what_is_no_checkpoint_is_refused() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("model.safetensors").toStdString();
        const TrainSettings settings = settings_with(1);
        COMPARE_ERROR(Trainer::load(path, settings), ErrorCode::file_not_found, path);
        QVERIFY(write_file(path, safetensors_bytes({}, {})));
        COMPARE_ERROR(Trainer::load(path, settings), ErrorCode::checkpoint_bad_entry, path, "model");
        const std::string whole = trainer_of(plain_config(), settings)->checkpoint({}, StoredType::float32, false);
        const auto with = [&](const std::string& from, const std::string& to) {
            std::string bytes = whole;
            const std::size_t at = bytes.find(from);
            bytes.replace(at, from.size(), to);
            QVERIFY(at != std::string::npos && from.size() == to.size());
            QVERIFY(write_file(path, bytes));
        };
        with("\\\"mlp\\\"", "\\\"mlq\\\"");
        COMPARE_ERROR(Trainer::load(path, settings), ErrorCode::checkpoint_bad_entry, path, "model");
        with("\"none\\\"", "\"nine\\\"");
        COMPARE_ERROR(Trainer::load(path, settings), ErrorCode::checkpoint_bad_entry, path, "model");
        with("\\\"version\\\":1", "\\\"version\\\":2");
        COMPARE_ERROR(Trainer::load(path, settings), ErrorCode::checkpoint_bad_entry, path, "model");
        with("\\\"n_heads\\\":2", "\\\"n_heads\\\":3");
        COMPARE_ERROR(Trainer::load(path, settings), ErrorCode::heads_do_not_divide, 8, 3, 2, 4);
        with("layer0.W_k.weight", "layer0.W_x.weight");
        COMPARE_ERROR(Trainer::load(path, settings), ErrorCode::checkpoint_bad_entry, path, "layer0.W_k.weight");
        with("\\\"table_rows\\\":9", "\\\"table_rows\\\":8");
        COMPARE_ERROR(Trainer::load(path, settings), ErrorCode::array_wrong_shape, path + ": embedding.weight",
                      "(9, 8)", "(8, 8)");
    }

    void sizes_that_cannot_be_are_refused() {
        const auto refused = [](auto change) {
            TrainModelConfig config = plain_config();
            change(config);
            return check(config);
        };
        COMPARE_ERROR(refused([](auto& c) { c.layers = 0; }), ErrorCode::cost_size_not_positive, "layers", 0);
        COMPARE_ERROR(refused([](auto& c) { c.shape.read_outs = -1; }), ErrorCode::cost_size_not_positive, "read_outs",
                      -1);
        COMPARE_ERROR(refused([](auto& c) { c.dropout = 1.0; }), ErrorCode::dropout_out_of_range, 1.0);
        COMPARE_ERROR(refused([](auto& c) { c.dropout = std::nan(""); }), ErrorCode::dropout_out_of_range,
                      std::nan(""));
        QCOMPARE(refused([](auto& c) { c.shape.seq_len = Index{1} << 40; }).error().code,
                 ErrorCode::needs_too_much_memory);
        QVERIFY(refused([](auto&) {}).has_value());
    }

    void learning_lowers_the_loss_and_evaluation_counts() {
        const std::unique_ptr<Trainer> trainer = trainer_of(whole_config(), settings_with(1));
        const Batch batch = random_batch(whole_config().shape, 3, 7, 1);
        const Evaluation before = *trainer->evaluate(batch);
        COMPARE_NEAR(*trainer->step(batch), before.loss(), 1e-6);
        for (int i = 0; i < 15; ++i) {
            QVERIFY(trainer->step(batch).has_value());
        }
        const Evaluation after = *trainer->evaluate(batch);
        QVERIFY(after.loss() < 0.9 * before.loss());
        QCOMPARE(after.count, 42 - std::ranges::count(batch.targets, Batch::none));
        const std::vector<std::int32_t> predicted = trainer->predict(batch);
        Index correct = 0;
        for (std::size_t i = 0; i < predicted.size(); ++i) {
            correct += predicted[i] == batch.targets[i] ? 1 : 0;
        }
        QCOMPARE(after.correct, correct);
    }

    void maps_are_weights_of_every_query() {
        TrainModelConfig config = plain_config();
        config.layers = 2;
        const std::unique_ptr<Trainer> trainer = trainer_of(config, settings_with(1));
        const Batch batch = random_batch(config.shape, 40, 5, 1, true); // shorter than the task's
        const Tensor maps = trainer->attention_maps(batch, 39);
        QCOMPARE(maps.shape(), (std::vector<Index>{2, 2, 5, 5}));
        for (Index layer = 0; layer < 2; ++layer) {
            for (Index head = 0; head < 2; ++head) {
                const ConstMatrixView map = maps.matrix(layer, head);
                for (Index query = 0; query < 5; ++query) {
                    COMPARE_NEAR(map.row(query).sum(), 1.0, 1e-6);
                    for (Index key = 0; key < 5; ++key) {
                        QCOMPARE(map(query, key) > 0.0F, key <= query);
                    }
                }
            }
        }
        trainer->switch_head(1, 0, false);
        QVERIFY(!trainer->head_is_on(1, 0) && trainer->head_is_on(0, 0) && trainer->head_is_on(1, 1));
        QVERIFY(std::ranges::equal(trainer->attention_maps(batch, 39).values(), maps.values()));
    }

    void a_head_that_is_switched_off_changes_what_is_told_and_on_again_restores_it() {
        const std::unique_ptr<Trainer> trainer = trainer_of(plain_config(), settings_with(1));
        const Batch batch = random_batch(plain_config().shape, 3, 7, 1);
        const double with = trainer->evaluate(batch)->loss_sum;
        trainer->switch_head(0, 1, false);
        QVERIFY(trainer->evaluate(batch)->loss_sum != with);
        trainer->switch_head(0, 1, true);
        QCOMPARE_EQ(trainer->evaluate(batch)->loss_sum, with);
    }

    void a_rate_factor_changes_the_next_step() {
        const std::unique_ptr<Trainer> trainer = trainer_of(plain_config(), settings_with(1));
        const double rate = trainer->rate();
        QCOMPARE_EQ(rate, rate_at(trainer->settings().schedule, 0));
        trainer->set_rate_factor(0.0);
        QCOMPARE_EQ(trainer->rate(), 0.0);
        const std::string before = trainer->checkpoint({}, StoredType::float32, false);
        QVERIFY(trainer->step(random_batch(plain_config().shape, 3, 7, 1)).has_value());
        QVERIFY(trainer->checkpoint({}, StoredType::float32, false) == before);
        QCOMPARE(trainer->steps_done(), 1);
    }

    void a_training_that_diverges_says_so_and_keeps_the_parameters() {
        TrainModelConfig config = plain_config();
        config.embedding_std = 1e20F; // finite embeddings, scores that are not
        const std::unique_ptr<Trainer> trainer = trainer_of(config, settings_with(1));
        const std::string before = state_of(*trainer);
        const Batch batch = random_batch(config.shape, 3, 7, 1);
        COMPARE_ERROR(trainer->step(batch), ErrorCode::training_diverged, 0);
        COMPARE_ERROR(trainer->evaluate(batch), ErrorCode::training_diverged, 0);
        QVERIFY(state_of(*trainer) == before);
    }
};

QTEST_GUILESS_MAIN(TrainerTest)
#include "trainer_test.moc"
