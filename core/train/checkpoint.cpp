#include "core/train/checkpoint.h"

#include <array>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/contract.h"

namespace headscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* model_entry = "model";
constexpr const char* steps_entry = "steps_done";
constexpr int version = 1;
constexpr std::array<std::pair<TrainPositions, const char*>, 3> position_names{
    {{TrainPositions::none, "none"}, {TrainPositions::learned, "learned"}, {TrainPositions::sinusoidal, "sinusoidal"}}};

constexpr const char* first_prefix = "first_moment.";
constexpr const char* second_prefix = "second_moment.";

/// A flat array of a parameter set, by what its tensors' names begin with.
struct Stored {
    const char* prefix;
    Tensor ParameterSet::*array;
};
constexpr std::array<Stored, 3> all_stored{{{"", &ParameterSet::values},
                                            {first_prefix, &ParameterSet::first_moments},
                                            {second_prefix, &ParameterSet::second_moments}}};

std::string model_text(const TrainModelConfig& config) {
    Json model;
    model["version"] = version;
    model["d_model"] = config.dims.d_model();
    model["n_heads"] = config.dims.n_heads();
    model["layers"] = config.layers;
    model["layer_norm"] = config.layer_norm;
    model["mlp"] = config.mlp;
    model["biases"] = config.biases;
    for (const auto& [positions, name] : position_names) {
        if (positions == config.positions) {
            model["positions"] = name;
        }
    }
    model["causal"] = config.causal;
    model["dropout"] = config.dropout;
    model["embedding_std"] = static_cast<double>(config.embedding_std);
    model["table_rows"] = config.shape.table_rows;
    model["classes"] = config.shape.classes;
    model["features"] = config.shape.features;
    model["read_outs"] = config.shape.read_outs;
    model["seq_len"] = config.shape.seq_len;
    return model.dump();
}

/// Takes what it finds and remembers whether anything was not as it should be.
class ModelReader {
public:
    explicit ModelReader(const std::string& text)
        : model_(Json::parse(text, nullptr, false)) {}

    bool good() const { return good_; }

    void read(const char* name, Index& value) {
        if (const Json* const found = find(name); found != nullptr && found->is_number_integer()) {
            value = found->get<Index>();
            return;
        }
        good_ = false;
    }
    void read(const char* name, bool& value) {
        if (const Json* const found = find(name); found != nullptr && found->is_boolean()) {
            value = found->get<bool>();
            return;
        }
        good_ = false;
    }
    void read(const char* name, double& value) {
        if (const Json* const found = find(name); found != nullptr && found->is_number()) {
            value = found->get<double>();
            return;
        }
        good_ = false;
    }
    void read(const char* name, TrainPositions& value) {
        const Json* const found = find(name);
        for (const auto& [positions, known] : position_names) {
            if (found != nullptr && *found == known) {
                value = positions;
                return;
            }
        }
        good_ = false;
    }

private:
    const Json* find(const char* name) const {
        return model_.is_object() && model_.contains(name) ? &model_[name] : nullptr;
    }

    const Json model_;
    bool good_ = true;
};

} // namespace

std::string checkpoint_bytes(const TrainModelConfig& config, const ParameterSet& parameters, Index steps_done,
                             CheckpointMetadata metadata, const CheckpointOptions& options) {
    HEADSCOPE_EXPECTS(!options.with_optimizer || options.type == StoredType::float32);
    metadata[model_entry] = model_text(config);
    if (options.with_optimizer) {
        metadata[steps_entry] = std::to_string(steps_done);
    }
    std::vector<std::vector<float>> values;
    std::vector<StoredTensor> tensors;
    for (const Stored& stored : all_stored) {
        if (stored.array != &ParameterSet::values && !options.with_optimizer) {
            continue;
        }
        for (const ParameterPlace& place : parameters.places()) {
            values.push_back(packed_values(parameters.*stored.array, place));
            tensors.push_back({stored.prefix + place.name, place.shape(), {}, options.type});
        }
    }
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        tensors[i].values = values[i];
    }
    return safetensors_bytes(tensors, metadata);
}

Result<TrainModelConfig> read_train_config(const SafetensorsFile& file) {
    const auto found = file.header().metadata.find(model_entry);
    if (found == file.header().metadata.end()) {
        return fail(ErrorCode::checkpoint_bad_entry, file.path(), model_entry);
    }
    ModelReader reader(found->second);
    TrainModelConfig config;
    Index file_version = 0;
    Index d_model = 0;
    Index n_heads = 0;
    double embedding_std = 0.0;
    reader.read("version", file_version);
    reader.read("d_model", d_model);
    reader.read("n_heads", n_heads);
    reader.read("layers", config.layers);
    reader.read("layer_norm", config.layer_norm);
    reader.read("mlp", config.mlp);
    reader.read("biases", config.biases);
    reader.read("positions", config.positions);
    reader.read("causal", config.causal);
    reader.read("dropout", config.dropout);
    reader.read("embedding_std", embedding_std);
    reader.read("table_rows", config.shape.table_rows);
    reader.read("classes", config.shape.classes);
    reader.read("features", config.shape.features);
    reader.read("read_outs", config.shape.read_outs);
    reader.read("seq_len", config.shape.seq_len);
    if (!reader.good() || file_version != version) {
        return fail(ErrorCode::checkpoint_bad_entry, file.path(), model_entry);
    }
    config.embedding_std = static_cast<float>(embedding_std);
    const Result<ModelDims> dims = ModelDims::create(d_model, n_heads);
    if (!dims) {
        return tl::make_unexpected(dims.error());
    }
    config.dims = *dims;
    return check(config).map([&] { return config; });
}

Result<Index> read_checkpoint(const SafetensorsFile& file, ParameterSet& parameters) {
    const auto steps = file.header().metadata.find(steps_entry);
    const bool with_optimizer = steps != file.header().metadata.end();
    for (const Stored& stored : all_stored) {
        if (stored.array != &ParameterSet::values && !with_optimizer) {
            continue;
        }
        for (const ParameterPlace& place : parameters.places()) {
            const std::string name = stored.prefix + place.name;
            if (file.find(name) == nullptr) {
                return fail(ErrorCode::checkpoint_bad_entry, file.path(), name);
            }
            std::vector<float> values(static_cast<std::size_t>(place.size()));
            Result<void> read = file.check(name, place.shape());
            if (read) {
                read = file.read(name, values);
            }
            if (!read) {
                return tl::make_unexpected(read.error());
            }
            unpack_values(values, place, parameters.*stored.array);
        }
    }
    const Json done = with_optimizer ? Json::parse(steps->second, nullptr, false) : Json(0);
    if (!done.is_number_unsigned() && done != Json(0)) {
        return fail(ErrorCode::checkpoint_bad_entry, file.path(), steps_entry);
    }
    return done.get<Index>();
}

} // namespace headscope
