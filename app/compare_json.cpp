#include "app/compare_json.h"

#include <nlohmann/json.hpp>

namespace headscope::ui {

namespace {

using Json = nlohmann::ordered_json;

Json numberOrNull(const std::optional<double>& number) {
    return number ? Json(*number) : Json();
}

const char* maskName(Mask::Kind kind) {
    switch (kind) {
    case Mask::Kind::none: return "none";
    case Mask::Kind::causal: return "causal";
    case Mask::Kind::key_padding: return "key_padding";
    case Mask::Kind::matrix: return "matrix";
    }
    return "";
}

Json settingsJson(const Request& request) {
    const auto* text = std::get_if<TextInput>(&request.input);
    const AttentionSettings& attention = request.attention;
    Json json;
    json["tokenizer"] = text == nullptr ? Json() : text->tokenizer == Tokenizer::words ? "words" : "characters";
    json["positions"] = text == nullptr ? Json() : text->positions == Positions::sinusoidal ? "sinusoidal" : "none";
    json["mask"] = maskName(attention.mask.kind());
    json["mask_fill"] = attention.mask_fill == MaskFill::article ? "article" : "zero";
    json["temperature"] = attention.temperature;
    json["dropout"] = attention.dropout;
    json["seed"] = std::to_string(request.seed);
    json["dropout_seed"] = std::to_string(attention.dropout_seed);
    json["weights_kind"] = std::holds_alternative<FileWeights>(request.weights) ? "file" : "random";
    return json;
}

Json metricsJson(const std::vector<HeadMetrics>& metrics) {
    Json list = Json::array();
    for (std::size_t head = 0; head < metrics.size(); ++head) {
        const HeadMetrics& m = metrics[head];
        list.push_back({{"head", head},
                        {"entropy", m.entropy},
                        {"relative_entropy", numberOrNull(m.relative_entropy)},
                        {"distance", m.distance},
                        {"self", numberOrNull(m.self)},
                        {"previous", numberOrNull(m.previous)},
                        {"first", m.first},
                        {"largest", m.largest}});
    }
    return list;
}

Json headsJson(const ComparedHeads& compared) {
    const MemoryCost& cost = compared.predicted;
    return {{"heads", cost.settings.n_heads},
            {"d_k", cost.settings.d_head()},
            {"peak_bytes", cost.forward_peak_bytes},
            {"counted_peak_bytes", compared.countedPeak},
            {"difference_bytes", compared.countedPeak - cost.forward_peak_bytes},
            {"parameters", cost.parameters},
            {"flops_forward", compared.flops.forward_total},
            {"flops_with_heads", compared.flops.forward_with_heads},
            {"seconds", compared.seconds},
            {"runs", compared.runs},
            {"metrics", metricsJson(compared.metrics)}};
}

} // namespace

QString compareJson(const CompareReport& report) {
    const Snapshot& first = *report.first;
    const auto* text = std::get_if<TextInput>(&first.request.input);
    Json json;
    json["text"] = text == nullptr ? Json() : Json(text->text);
    json["tokens"] = Json::array();
    for (const Token& token : first.tokens) {
        json["tokens"].push_back(token.text);
    }
    json["batch"] = first.batch();
    json["seq_len"] = first.n_q();
    json["d_model"] = first.request.dims.d_model();
    json["settings"] = settingsJson(first.request);
    json["parameters"] = report.heads.front().predicted.parameters;
    json["heads"] = Json::array();
    for (const ComparedHeads& compared : report.heads) {
        json["heads"].push_back(headsJson(compared));
    }
    constexpr int indent = 1;
    return QString::fromStdString(json.dump(indent)) + u'\n';
}

} // namespace headscope::ui
