#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/tensor.h"
#include "core/train/train_config.h"

namespace headscope {

/// One parameter in the flat arrays of a ParameterSet. Rows lie row_step apart, a multiple of 32; what a row has beyond
/// its columns is 0 and stays so.
struct ParameterPlace {
    enum class Start { ones, zeros, normal, uniform };

    std::string name; ///< "layer0.W_q.weight"
    Index rows = 1;
    Index columns = 0;
    bool is_vector = false;
    Start start = Start::uniform;
    float scale = 1.0F; ///< standard deviation, or the bound of the uniform distribution
    Index row_step = 0; ///< set by the ParameterSet, like first
    Index first = 0;    ///< of the place in the flat arrays

    std::vector<Index> shape() const { return is_vector ? std::vector{columns} : std::vector{rows, columns}; }
    Index size() const { return rows * columns; }
};

/// The parameters of a model in training, their gradients and AdamW's two moments: four flat arrays of one layout, so
/// that the optimizer is one loop. Linear layers are (out, in), as torch.nn.Linear keeps them.
class ParameterSet {
public:
    /// As they start: torch.nn.Linear's distribution, embeddings N(0, embedding_std^2), gains 1, biases of LayerNorm 0;
    /// every value is a function of (seed, name, index) alone.
    ParameterSet(const TrainModelConfig& config, std::uint64_t seed);

    const std::vector<ParameterPlace>& places() const { return places_; }
    /// Contract: it exists.
    const ParameterPlace& place(std::string_view name) const;
    const ParameterPlace* find(std::string_view name) const;

    Tensor values, gradients, first_moments, second_moments;

private:
    std::vector<ParameterPlace> places_;
};

/// The names, shapes and starts of a model's parameters.
std::vector<ParameterPlace> parameter_places(const TrainModelConfig& config);
Index count_parameters(const TrainModelConfig& config);

/// The numbers of a place, row after row without what lies between, and back.
std::vector<float> packed_values(const Tensor& flat, const ParameterPlace& place);
void unpack_values(std::span<const float> packed, const ParameterPlace& place, Tensor& flat);

} // namespace headscope
