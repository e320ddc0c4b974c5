#include "app/train_json.h"

#include <array>

#include <nlohmann/json.hpp>

namespace headscope::ui {

namespace {

using Json = nlohmann::ordered_json;

template <typename Enum, std::size_t N>
const char* named(Enum value, const std::array<const char*, N>& names) {
    return names[static_cast<std::size_t>(value)];
}

Json settingsJson(const TrainOptions& options) {
    const RaceSettings& race = options.race;
    const TrainModelConfig& model = race.model;
    const TrainSettings& training = race.training;
    return {{"d_model", model.dims.d_model()},
            {"layers", model.layers},
            {"layer_norm", model.layer_norm},
            {"mlp", model.mlp},
            {"positions", named(model.positions, std::array{"none", "learned", "sinusoidal"})},
            {"causal", model.causal},
            {"embedding_std", model.embedding_std},
            {"steps", training.schedule.steps},
            {"batch", race.batch},
            {"peak_rate", training.schedule.peak_rate},
            {"beta1", training.beta1},
            {"beta2", training.beta2},
            {"weight_decay", training.weight_decay},
            {"largest_norm", training.largest_norm},
            {"curve_sequences", race.curve_sequences},
            {"validation_sequences", race.validation_sequences},
            {"threads", options.threads}};
}

Json spreadJson(const Spread& spread) {
    return {{"mean", spread.mean}, {"least", spread.least}, {"most", spread.most}};
}

Json runJson(const RaceRun& run) {
    Json curve = Json::array();
    for (const RacePoint& point : run.curve) {
        curve.push_back({{"step", point.step}, {"loss", point.loss}, {"accuracy", point.accuracy}});
    }
    return {{"seed", std::to_string(run.seed)}, {"accuracy", run.result->accuracy()}, {"loss", run.result->loss()},
            {"correct", run.result->correct},   {"targets", run.result->count},       {"seconds", run.seconds},
            {"curve", std::move(curve)}};
}

Json laneJson(const RaceLane& lane, Index d_model, const std::optional<double>& floor) {
    Json runs = Json::array();
    for (const RaceRun& run : lane.runs) {
        runs.push_back(runJson(run));
    }
    const Spread loss = *lane.loss();
    return {{"heads", lane.heads},
            {"d_k", d_model / lane.heads},
            {"parameters", lane.parameters},
            {"accuracy", spreadJson(*lane.accuracy())},
            {"loss", spreadJson(loss)},
            {"above_floor", floor ? Json(loss.mean - *floor) : Json()},
            {"seconds", lane.seconds()->mean},
            {"runs", std::move(runs)}};
}

Json conclusionJson(const RaceConclusion& conclusion) {
    const bool known = conclusion.kind != RaceConclusion::Kind::unknown;
    return {{"kind", named(conclusion.kind,
                           std::array{"unknown", "no_difference", "more_heads_win", "fewer_heads_win", "mixed"})},
            {"measure", named(conclusion.measure, std::array{"accuracy", "loss"})},
            {"best", known ? Json(conclusion.best) : Json()},
            {"enough", known ? Json(conclusion.enough) : Json()},
            {"as_good", conclusion.as_good},
            {"worse", conclusion.worse}};
}

} // namespace

QString trainJson(const TrainOptions& options, const TrainReport& report) {
    const RaceResult& result = report.result;
    Json json;
    json["task"] = options.taskName;
    json["k"] = options.taskName == "needles" ? Json(options.taskOptions.needles) : Json();
    json["csv"] = options.taskName == "csv" ? Json(options.taskOptions.csv_path) : Json();
    json["seed"] = std::to_string(options.taskOptions.seed);
    json["settings"] = settingsJson(options);
    json["loss_floor"] = result.loss_floor ? Json(*result.loss_floor) : Json();
    json["parameters"] = result.lanes.front().parameters;
    json["flops_of_a_step"] = report.stepFlops;
    json["heads"] = Json::array();
    for (const RaceLane& lane : result.lanes) {
        json["heads"].push_back(laneJson(lane, options.race.model.dims.d_model(), result.loss_floor));
    }
    json["conclusion"] = conclusionJson(report.conclusion);
    json["files"] = report.files;
    constexpr int indent = 1;
    // A path need not be UTF-8.
    return QString::fromStdString(json.dump(indent, ' ', false, Json::error_handler_t::replace)) + u'\n';
}

} // namespace headscope::ui
