#include "core/io/attention_json.h"

#include <filesystem>
#include <span>
#include <variant>

#include <nlohmann/json.hpp>

#include "core/base/build_info.h"
#include "core/base/contract.h"
#include "core/io/number_text.h"
#include "core/kernels/instruction_set.h"

namespace headscope {

namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json) {
    // Text is UTF-8 by contract; a file's name may be anything, and must not throw.
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Appends nested lists of this shape, the last axis on one line. `append(i)` appends value i, in C order.
template <typename Append>
void append_nested(std::string& text, std::span<const Index> shape, Index& next, const Append& append) {
    text += '[';
    for (Index i = 0; i < shape.front(); ++i) {
        if (i > 0) {
            text += shape.size() == 1 ? "," : ",\n";
        }
        if (shape.size() == 1) {
            append(next++);
        } else {
            append_nested(text, shape.subspan(1), next, append);
        }
    }
    text += ']';
}

Json shape_of(const std::shared_ptr<const Tensor>& array, bool batched) {
    const std::vector<Index>& shape = array->shape();
    return {{"shape", std::vector<Index>(shape.begin() + (batched ? 0 : 1), shape.end())}};
}

void add_input(Json& settings, const Request& request) {
    const auto* const text = std::get_if<TextInput>(&request.input);
    const auto* const arrays = std::get_if<ArrayInput>(&request.input);
    for (const char* name : {"input", "key", "value", "tokenizer", "positions"}) {
        settings[name] = nullptr;
    }
    if (text != nullptr) {
        settings["tokenizer"] = text->tokenizer == Tokenizer::words ? "words" : "characters";
        settings["positions"] = text->positions == Positions::sinusoidal ? "sinusoidal" : "none";
    } else if (arrays != nullptr) {
        const AttentionInput& input = arrays->arrays;
        settings["input"] = shape_of(input.query, arrays->batched);
        if (input.key != input.query || input.value != input.query) {
            settings["key"] = shape_of(input.key, arrays->batched);
            settings["value"] = shape_of(input.value, arrays->batched);
        }
    }
}

void add_mask(Json& settings, const AttentionSettings& attention) {
    switch (attention.mask.kind()) {
    case Mask::Kind::none: settings["mask"] = "none"; break;
    case Mask::Kind::causal: settings["mask"] = "causal"; break;
    case Mask::Kind::key_padding:
        settings["mask"] = "key_padding";
        settings["padded_keys"] = attention.mask.padded();
        break;
    case Mask::Kind::matrix: settings["mask"] = "matrix"; break; // its values are written by themselves
    }
    settings["mask_fill"] = attention.mask_fill == MaskFill::article ? "article" : "zero";
}

Json settings_of(const Request& request) {
    Json settings;
    add_input(settings, request);
    settings["d_model"] = request.dims.d_model();
    settings["heads"] = request.dims.n_heads();
    const auto* const file = std::get_if<FileWeights>(&request.weights);
    settings["weights"] = file != nullptr ? Json(std::filesystem::path(file->path).filename().string()) : Json();
    settings["seed"] = std::to_string(request.seed);
    settings["temperature"] = request.attention.temperature;
    settings["dropout"] = request.attention.dropout;
    settings["dropout_seed"] = std::to_string(request.attention.dropout_seed);
    add_mask(settings, request.attention);
    return settings;
}

/// The settings as JSON; a mask's values go straight to text, they may be many.
std::string settings_text(const Request& request) {
    std::string text = dump(settings_of(request));
    if (request.attention.mask.kind() == Mask::Kind::matrix) {
        const MaskMatrix& mask = *request.attention.mask.values();
        const std::vector<Index> shape =
            mask.batches == 1 ? std::vector{mask.n_q, mask.n_k} : std::vector{mask.batches, mask.n_q, mask.n_k};
        text.back() = ',';
        text += "\"mask_values\":";
        Index next = 0;
        append_nested(text, shape, next,
                      [&](Index i) { text += mask.visible[static_cast<std::size_t>(i)] != 0 ? '1' : '0'; });
        text += '}';
    }
    return text;
}

void append_attention(std::string& text, const Snapshot& snapshot) {
    if (snapshot.empty()) {
        text += "[]";
        return;
    }
    const Tensor& attention = snapshot.trace.attention();
    HEADSCOPE_EXPECTS(!attention.empty());
    const auto* const arrays = std::get_if<ArrayInput>(&snapshot.request.input);
    const bool batched = arrays != nullptr && arrays->batched;
    constexpr Index usual_length = 14; // of a weight and its comma; to be more would only cost a copy
    text.reserve(text.size() + static_cast<std::size_t>(attention.size() * usual_length));
    Index next = 0;
    append_nested(text, std::span(attention.shape()).subspan(batched ? 0 : 1), next,
                  [&](Index i) { append_number(text, attention.data()[i]); });
}

} // namespace

std::string attention_json(const Snapshot& snapshot) {
    const Request& request = snapshot.request;
    Json tokens = Json::array();
    for (const Token& token : snapshot.tokens) {
        tokens.push_back(token.text);
    }
    const auto* const input = std::get_if<TextInput>(&request.input);
    const bool from_file = std::holds_alternative<FileWeights>(request.weights);

    std::string text = "{";
    const auto add = [&](const char* name, const std::string& value) {
        text.append(text.size() > 1 ? ",\n\"" : "\n\"").append(name).append("\": ").append(value);
    };
    add("tokens", dump(tokens));
    add("text", dump(input != nullptr ? Json(input->text) : Json()));
    add("settings", settings_text(request));
    add("seed", dump(std::to_string(request.seed)));
    add("weights_kind", dump(from_file ? "file" : "random"));
    add("version", dump(version()));
    add("instruction_set", dump(instruction_set()));
    add("contains", dump(snapshot.after_dropout() ? "weights after dropout" : "weights"));
    add("attention", "");
    append_attention(text, snapshot);
    text += "\n}\n";
    return text;
}

} // namespace headscope
