#include "core/train/trainer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/contract.h"
#include "core/base/random.h"
#include "core/base/whole_numbers.h"
#include "core/train/adamw.h"
#include "core/train/checkpoint.h"
#include "core/train/parameter_set.h"
#include "core/train/transformer.h"

namespace headscope {

struct Trainer::State {
    State(const TrainModelConfig& model_config, const TrainSettings& train_settings)
        : config(model_config)
        , settings(train_settings)
        , parameters(config, settings.seed)
        , transformer(config, parameters, settings.threads) {}

    double rate() const { return rate_factor * rate_at(settings.schedule, steps_done); }
    void expect_fits(const Batch& batch) const;
    double add_gradients(const Batch& batch);
    double gradient_norm();
    void update_parameters(float gradient_factor);

    TrainModelConfig config;
    TrainSettings settings;
    ParameterSet parameters;
    Transformer transformer;
    Index steps_done = 0;
    double rate_factor = 1.0;
    Metadata metadata;
};

namespace {

/// Numbers of the flat arrays that one thread takes at a time.
constexpr Index piece = 1 << 13;

template <typename Value>
std::span<Value> piece_of(std::span<Value> values, Index task) {
    const std::span<Value> rest = values.subspan(static_cast<std::size_t>(task * piece));
    return rest.first(std::min(rest.size(), static_cast<std::size_t>(piece)));
}

Index pieces_of(const Tensor& values) {
    return ceil_divided(values.size(), piece);
}

Index count_targets(const Batch& batch) {
    return static_cast<Index>(batch.targets.size()) - std::ranges::count(batch.targets, Batch::none);
}

} // namespace

void Trainer::State::expect_fits(const Batch& batch) const {
    HEADSCOPE_EXPECTS(batch.batch >= 1 && batch.seq_len >= 1 && batch.seq_len <= config.shape.seq_len);
    HEADSCOPE_EXPECTS(batch.features == config.shape.features && batch.read_outs == config.shape.read_outs);
    const Index tokens = batch.batch * batch.seq_len;
    HEADSCOPE_EXPECTS(static_cast<Index>(batch.inputs.size()) == tokens * batch.features);
    HEADSCOPE_EXPECTS(static_cast<Index>(batch.targets.size()) == tokens * batch.read_outs);
    const auto within = [](std::int32_t end) { return [end](std::int32_t v) { return v >= Batch::none && v < end; }; };
    HEADSCOPE_EXPECTS(std::ranges::all_of(batch.inputs, within(static_cast<std::int32_t>(config.shape.table_rows))));
    HEADSCOPE_EXPECTS(std::ranges::all_of(batch.targets, within(static_cast<std::int32_t>(config.shape.classes))));
}

double Trainer::State::add_gradients(const Batch& batch) {
    std::ranges::fill(parameters.gradients.values(), 0.0F);
    const Index count = count_targets(batch);
    HEADSCOPE_EXPECTS(count >= 1);
    std::vector<std::uint64_t> dropout_seeds;
    const RandomStream seeds(settings.seed, "training dropout");
    for (Index layer = 0; layer < config.layers; ++layer) {
        dropout_seeds.push_back(seeds.bits(static_cast<std::uint64_t>(steps_done * config.layers + layer)));
    }
    const auto factor = static_cast<float>(1.0 / static_cast<double>(count));
    double loss = 0.0;
    for (Index first = 0; first < batch.batch; first += panel_lanes) {
        loss += transformer.add_gradient({&batch, first}, factor, dropout_seeds);
    }
    return loss / static_cast<double>(count);
}

double Trainer::State::gradient_norm() {
    const std::span<const float> gradients = std::as_const(parameters.gradients).values();
    std::vector<double> squares(static_cast<std::size_t>(pieces_of(parameters.gradients)));
    transformer.side_by_side(pieces_of(parameters.gradients), [&](Index task) {
        squares[static_cast<std::size_t>(task)] = sum_of_squares(piece_of(gradients, task));
    });
    double sum = 0.0;
    for (const double square : squares) {
        sum += square;
    }
    return std::sqrt(sum);
}

void Trainer::State::update_parameters(float gradient_factor) {
    AdamW optimizer;
    optimizer.rate = rate();
    optimizer.beta1 = settings.beta1;
    optimizer.beta2 = settings.beta2;
    optimizer.weight_decay = settings.weight_decay;
    optimizer.step = steps_done + 1;
    const std::span<const float> gradients = std::as_const(parameters.gradients).values();
    transformer.side_by_side(pieces_of(parameters.values), [&](Index task) {
        update(optimizer, gradient_factor,
               {piece_of(parameters.values.values(), task), piece_of(gradients, task),
                piece_of(parameters.first_moments.values(), task), piece_of(parameters.second_moments.values(), task)});
    });
}

Trainer::Trainer(std::unique_ptr<State> state)
    : state_(std::move(state)) {
}

Trainer::~Trainer() = default;

Result<std::unique_ptr<Trainer>> Trainer::create(const TrainModelConfig& config, const TrainSettings& settings) {
    HEADSCOPE_EXPECTS(settings.threads >= 1 && settings.schedule.steps >= 1);
    return check(config).map(
        [&] { return std::unique_ptr<Trainer>(new Trainer(std::make_unique<State>(config, settings))); });
}

const TrainModelConfig& Trainer::config() const {
    return state_->config;
}

const TrainSettings& Trainer::settings() const {
    return state_->settings;
}

Index Trainer::parameter_count() const {
    return count_parameters(state_->config);
}

Result<double> Trainer::step(const Batch& batch) {
    State& state = *state_;
    state.expect_fits(batch);
    const double loss = state.add_gradients(batch);
    const double norm = state.gradient_norm();
    if (!std::isfinite(loss) || !std::isfinite(norm)) {
        return fail(ErrorCode::training_diverged, state.steps_done);
    }
    state.update_parameters(clip_factor(norm, state.settings.largest_norm));
    ++state.steps_done;
    return loss;
}

Index Trainer::steps_done() const {
    return state_->steps_done;
}

double Trainer::rate() const {
    return state_->rate();
}

void Trainer::set_rate_factor(double factor) {
    state_->rate_factor = factor;
}

double Trainer::rate_factor() const {
    return state_->rate_factor;
}

Result<Evaluation> Trainer::evaluate(const Batch& batch) {
    state_->expect_fits(batch);
    Evaluation evaluation;
    for (Index first = 0; first < batch.batch; first += panel_lanes) {
        const GroupLoss group = state_->transformer.evaluate({&batch, first});
        evaluation.loss_sum += group.loss_sum;
        evaluation.correct += group.correct;
        evaluation.count += group.count;
    }
    if (!std::isfinite(evaluation.loss_sum)) {
        return fail(ErrorCode::training_diverged, state_->steps_done);
    }
    return evaluation;
}

std::vector<std::int32_t> Trainer::predict(const Batch& batch) {
    state_->expect_fits(batch);
    std::vector<std::int32_t> all;
    for (Index first = 0; first < batch.batch; first += panel_lanes) {
        const std::vector<std::int32_t> group = state_->transformer.predict({&batch, first});
        all.insert(all.end(), group.begin(), group.end());
    }
    return all;
}

Tensor Trainer::attention_maps(const Batch& batch, Index sequence) {
    state_->expect_fits(batch);
    HEADSCOPE_EXPECTS(sequence >= 0 && sequence < batch.batch);
    return state_->transformer.attention_maps({&batch, sequence});
}

void Trainer::switch_head(Index layer, Index head, bool on) {
    HEADSCOPE_EXPECTS(layer >= 0 && layer < state_->config.layers);
    HEADSCOPE_EXPECTS(head >= 0 && head < state_->config.dims.n_heads());
    state_->transformer.layer(layer).head_is_on[static_cast<std::size_t>(head)] = on ? 1 : 0;
}

bool Trainer::head_is_on(Index layer, Index head) const {
    return state_->transformer.layer(layer).head_is_on[static_cast<std::size_t>(head)] != 0;
}

std::string Trainer::checkpoint(const Metadata& metadata, Precision precision, bool with_optimizer) const {
    return checkpoint_bytes(state_->config, state_->parameters, state_->steps_done, metadata,
                            {precision, with_optimizer});
}

Result<std::unique_ptr<Trainer>> Trainer::load(const std::string& path, const TrainSettings& settings) {
    const Result<SafetensorsFile> file = SafetensorsFile::open(path);
    if (!file) {
        return tl::make_unexpected(file.error());
    }
    const Result<TrainModelConfig> config = read_train_config(*file);
    if (!config) {
        return tl::make_unexpected(config.error());
    }
    Result<std::unique_ptr<Trainer>> trainer = create(*config, settings);
    if (!trainer) {
        return trainer;
    }
    State& state = *(*trainer)->state_;
    const Result<Index> steps_done = read_checkpoint(*file, state.parameters);
    if (!steps_done) {
        return tl::make_unexpected(steps_done.error());
    }
    state.steps_done = *steps_done;
    state.metadata = file->header().metadata;
    return trainer;
}

const Trainer::Metadata& Trainer::metadata() const {
    return state_->metadata;
}

} // namespace headscope
