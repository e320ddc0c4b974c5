#include "core/train/parameter_set.h"

#include <algorithm>
#include <cmath>

#include "core/base/contract.h"
#include "core/base/random.h"
#include "core/base/whole_numbers.h"
#include "core/kernels/panel.h"
#include "core/model/parameters.h"

namespace headscope {

namespace {

using Start = ParameterPlace::Start;

class Places {
public:
    void table(const std::string& name, Index rows, Index columns, float deviation) {
        all.push_back({name, rows, columns, false, Start::normal, deviation});
    }
    void linear(const std::string& name, Index out, Index in, bool bias) {
        const float bound = 1.0F / std::sqrt(static_cast<float>(in));
        all.push_back({name + ".weight", out, in, false, Start::uniform, bound});
        if (bias) {
            all.push_back({name + ".bias", 1, out, true, Start::uniform, bound});
        }
    }
    void norm(const std::string& name, Index width) {
        all.push_back({name + ".weight", 1, width, true, Start::ones});
        all.push_back({name + ".bias", 1, width, true, Start::zeros});
    }

    std::vector<ParameterPlace> all;
};

void add_layer(Places& places, const TrainModelConfig& config, Index layer) {
    const std::string prefix = "layer" + std::to_string(layer) + ".";
    const Index d = config.dims.d_model();
    if (config.layer_norm) {
        places.norm(prefix + "norm_1", d);
    }
    for (const char* name : {"W_q", "W_k", "W_v", "W_o"}) {
        places.linear(prefix + name, d, d, config.biases);
    }
    if (config.mlp) {
        if (config.layer_norm) {
            places.norm(prefix + "norm_2", d);
        }
        places.linear(prefix + "W_1", config.hidden(), d, true);
        places.linear(prefix + "W_2", d, config.hidden(), true);
    }
}

void start(const ParameterPlace& place, std::uint64_t seed, Tensor& flat) {
    std::vector<float> values(static_cast<std::size_t>(place.size()), place.start == Start::ones ? 1.0F : 0.0F);
    const RandomStream stream(seed, place.name);
    if (place.start == Start::uniform) {
        fill_symmetric(values, place.scale, stream);
    } else if (place.start == Start::normal) {
        stream.fill_normal(values);
        for (float& value : values) {
            value *= place.scale;
        }
    }
    unpack_values(values, place, flat);
}

} // namespace

std::vector<ParameterPlace> parameter_places(const TrainModelConfig& config) {
    Places places;
    const Index d = config.dims.d_model();
    places.table("embedding.weight", config.shape.table_rows, d, config.embedding_std);
    if (config.positions == TrainPositions::learned) {
        places.table("positions.weight", config.shape.seq_len, d, config.embedding_std);
    }
    for (Index layer = 0; layer < config.layers; ++layer) {
        add_layer(places, config, layer);
    }
    if (config.layer_norm) {
        places.norm("norm", d);
    }
    places.linear("W_read", config.shape.read_outs * config.shape.classes, d, true);
    return std::move(places.all);
}

Index count_parameters(const TrainModelConfig& config) {
    Index count = 0;
    for (const ParameterPlace& place : parameter_places(config)) {
        count += place.size();
    }
    return count;
}

ParameterSet::ParameterSet(const TrainModelConfig& config, std::uint64_t seed)
    : places_(parameter_places(config)) {
    Index size = 0;
    for (ParameterPlace& place : places_) {
        place.row_step = ceil_divided(place.columns, panel_lanes) * panel_lanes;
        place.first = size;
        size += place.rows * place.row_step;
    }
    values = Tensor::zeros({size});
    gradients = Tensor::zeros({size});
    first_moments = Tensor::zeros({size});
    second_moments = Tensor::zeros({size});
    for (const ParameterPlace& place : places_) {
        start(place, seed, values);
    }
}

const ParameterPlace* ParameterSet::find(std::string_view name) const {
    const auto found = std::ranges::find(places_, name, &ParameterPlace::name);
    return found == places_.end() ? nullptr : &*found;
}

const ParameterPlace& ParameterSet::place(std::string_view name) const {
    const ParameterPlace* const found = find(name);
    HEADSCOPE_EXPECTS(found != nullptr);
    return *found;
}

std::vector<float> packed_values(const Tensor& flat, const ParameterPlace& place) {
    std::vector<float> packed;
    packed.reserve(static_cast<std::size_t>(place.size()));
    for (Index row = 0; row < place.rows; ++row) {
        const float* const from = flat.data() + place.first + row * place.row_step;
        packed.insert(packed.end(), from, from + place.columns);
    }
    return packed;
}

void unpack_values(std::span<const float> packed, const ParameterPlace& place, Tensor& flat) {
    HEADSCOPE_EXPECTS(static_cast<Index>(packed.size()) == place.size());
    for (Index row = 0; row < place.rows; ++row) {
        std::copy_n(packed.data() + row * place.columns, place.columns,
                    flat.data() + place.first + row * place.row_step);
    }
}

} // namespace headscope
