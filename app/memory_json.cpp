#include "app/memory_json.h"

#include <nlohmann/json.hpp>

#include "app/memory_words.h"

namespace headscope::ui {

namespace {

using Json = nlohmann::ordered_json;

Json textOrNull(std::string_view text) {
    return text.empty() ? Json() : Json(std::string(text));
}

Json settingsJson(const CostSettings& settings, Index layers) {
    return {{"engine", engineId(settings.engine)},
            {"mode", modeId(settings.mode)},
            {"batch", settings.batch},
            {"seq_len", settings.seq_len},
            {"d_model", settings.d_model},
            {"heads", settings.n_heads},
            {"d_k", settings.d_head()},
            {"mask_shape", maskShapeId(settings.mask)},
            {"dropout", settings.dropout},
            {"dtype", elementId(settings.element)},
            {"threads", settings.threads},
            {"layers", layers}};
}

Json termJson(const MemoryTerm& term, const ExtentValues& values) {
    Json sizes = Json::array();
    for (int axis = 0; axis < term.shape.rank; ++axis) {
        sizes.push_back(values[static_cast<std::size_t>(term.shape.extents[static_cast<std::size_t>(axis)])]);
    }
    return {{"name", std::string(term.name)},
            {"symbol", textOrNull(term.symbol)},
            {"shape", term.shape.text()},
            {"sizes", std::move(sizes)},
            {"formula", term.formula()},
            {"bytes", term.bytes},
            {"element_bytes", term.element_bytes},
            {"scales_with_heads", scalingId(term.scales_with_heads())},
            {"kind", kindId(term.kind)},
            {"phase", phaseId(term.phase)},
            {"born", term.born},
            {"died", term.died < 0 ? Json() : Json(term.died)},
            {"at_peak", term.at_peak}};
}

Json eventJson(const MemoryEvent& event) {
    return {{"statement", std::string(event.statement)},
            {"phase", phaseId(event.phase)},
            {"term", event.term},
            {"bytes", event.bytes},
            {"live", event.live}};
}

Json twiceJson(const std::optional<TwiceTheHeads>& twice) {
    return twice ? Json{{"d_model", twice->d_model}, {"peak_bytes", twice->peak_bytes}, {"factor", twice->factor}}
                 : Json();
}

Json stackJson(const StackCost& stack) {
    return {{"layers", stack.layers},
            {"peak_bytes", stack.peak_bytes},
            {"alive_after_forward_bytes", stack.alive_after_forward_bytes},
            {"parameters", stack.parameters},
            {"parameter_bytes", stack.parameter_bytes},
            {"gradient_bytes", stack.gradient_bytes},
            {"optimizer_bytes", stack.optimizer_bytes},
            {"step_peak_bytes", stack.step_peak_bytes}};
}

Json budgetJson(const MemoryReport& report) {
    if (!report.fit) {
        return {};
    }
    const BudgetFit& fit = *report.fit;
    return {{"bytes", *report.budget},
            {"largest_seq_len", fit.largest_seq_len},
            {"needed_bytes", fit.needed_bytes},
            {"needed_bytes_one_more", fit.needed_one_more},
            {"breaking_term", std::string(fit.breaking_term)}};
}

Json kvCacheJson(const MemoryReport& report) {
    const KvCacheCost& cost = report.kvCache;
    return {{"kv_heads", report.kvSettings.kv_heads},
            {"kind", sharingId(report.kvSettings.sharing())},
            {"bytes_per_token", cost.bytes_per_token},
            {"cache_bytes", cost.cache_bytes},
            {"parameters", cost.parameters},
            {"step_read_bytes", cost.read_bytes},
            {"step_appended_bytes", cost.appended_bytes},
            {"step_flops", cost.flops},
            {"step_flops_with_heads", cost.flops_with_heads}};
}

Json tensorParallelJson(const std::optional<TensorParallelCost>& cost) {
    if (!cost) {
        return {};
    }
    return {{"devices", cost->devices},
            {"heads_per_device", cost->heads_per_device},
            {"parameters_per_device", cost->parameters_per_device},
            {"split_bytes", cost->split_bytes},
            {"split_bytes_per_device", cost->split_bytes_per_device},
            {"replicated_bytes", cost->replicated_bytes},
            {"all_reduces", cost->all_reduces},
            {"all_reduce_bytes", cost->all_reduce_bytes},
            {"sent_bytes_per_device", cost->sent_per_device}};
}

Json savedTensorsJson(const std::vector<SavedTensor>& tensors) {
    Json json = Json::array();
    for (const SavedTensor& tensor : tensors) {
        json.push_back({{"name", std::string(tensor.name)},
                        {"formula", std::string(tensor.formula)},
                        {"korthikanti_bytes", tensor.korthikanti_bytes},
                        {"article_bytes", tensor.article_bytes},
                        {"difference", differenceId(tensor.difference)}});
    }
    return json;
}

void addBytes(Json& json, const MemoryReport& report) {
    const MemoryCost& cost = report.cost;
    const bool training = cost.settings.mode == CostMode::training;
    json["peak_bytes"] = cost.peak_bytes;
    json["forward_peak_bytes"] = training ? Json(cost.forward_peak_bytes) : Json();
    json["alive_after_forward_bytes"] = cost.alive_after_forward_bytes;
    json["alive_at_end_bytes"] = cost.alive_at_end_bytes;
    json["step_peak_bytes"] = cost.step_peak_bytes;
    json["peak_with_heads_bytes"] = cost.peak_with_heads_bytes;
    json["parameters"] = cost.parameters;
    json["parameter_bytes"] = cost.parameter_bytes;
    json["gradient_bytes"] = cost.gradient_bytes;
    json["optimizer_bytes"] = cost.optimizer_bytes;
    json["needed_bytes"] = report.needed_bytes;
    json["flops_forward"] = report.flops.forward_total;
    json["flops_backward"] = report.flops_backward;
    json["flops_forward_with_heads"] = report.flops.forward_with_heads;
}

Json reportJson(const MemoryReport& report) {
    const MemoryCost& cost = report.cost;
    Json json;
    json["settings"] = settingsJson(cost.settings, report.stack.layers);
    json["engine_label"] = engineLabel(cost);
    json["measured"] = cost.measured;
    addBytes(json, report);
    json["terms"] = Json::array();
    for (const MemoryTerm& term : cost.terms) {
        json["terms"].push_back(termJson(term, cost.values));
    }
    json["events"] = Json::array();
    for (const MemoryEvent& event : cost.events) {
        json["events"].push_back(eventJson(event));
    }
    json["peak_event"] = cost.peak_event;
    json["twice_the_heads"] = {{"keep_d_model", twiceJson(report.keepDModel)},
                               {"keep_d_head", twiceJson(report.keepDHead)}};
    json["break_even"] = Json::array();
    for (const BreakEven& line : report.breakEvens) {
        json["break_even"].push_back({{"formula", std::string(line.formula)}, {"seq_len", line.seq_len}});
    }
    json["stack"] = stackJson(report.stack);
    json["budget"] = budgetJson(report);
    json["kv_cache"] = kvCacheJson(report);
    json["tensor_parallel"] = tensorParallelJson(report.tensorParallel);
    json["saved_tensors"] = savedTensorsJson(report.savedTensors);
    return json;
}

} // namespace

QString memoryJson(const std::vector<MemoryReport>& reports) {
    Json json;
    if (reports.size() == 1) {
        json = reportJson(reports.front());
    } else {
        json["heads"] = Json::array();
        for (const MemoryReport& report : reports) {
            json["heads"].push_back(reportJson(report));
        }
    }
    constexpr int indent = 1;
    return QString::fromStdString(json.dump(indent)) + u'\n';
}

} // namespace headscope::ui
