#include "core/model/parameters.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/contract.h"
#include "core/model/dims.h"

namespace headscope {

namespace {

constexpr std::size_t values_a_piece = std::size_t{1} << 20;

Linear random_linear(Index d_model, std::uint64_t seed, const std::string& name, const std::stop_token& stop) {
    const float bound = 1.0F / std::sqrt(static_cast<float>(d_model));
    Linear linear{Matrix(d_model, d_model), Vector(d_model)};
    fill_symmetric({linear.weight.data(), static_cast<std::size_t>(linear.weight.size())}, bound,
                   RandomStream(seed, name + ".weight"), stop);
    fill_symmetric({linear.bias.data(), static_cast<std::size_t>(linear.bias.size())}, bound,
                   RandomStream(seed, name + ".bias"), stop);
    return linear;
}

} // namespace

void fill_symmetric(std::span<float> values, float bound, const RandomStream& stream, const std::stop_token& stop) {
    for (std::size_t first = 0; first < values.size() && !stop.stop_requested(); first += values_a_piece) {
        const std::span<float> piece = values.subspan(first, std::min(values_a_piece, values.size() - first));
        stream.fill_uniform(piece, first);
        for (float& value : piece) {
            value = (2.0F * value - 1.0F) * bound; // 2u - 1 is exact, and the product stays below the bound
        }
    }
}

std::shared_ptr<const Parameters> random_parameters(Index d_model, std::uint64_t seed, const std::stop_token& stop) {
    HEADSCOPE_EXPECTS(d_model >= 1 && d_model <= ModelDims::largest_d_model);
    auto parameters = std::make_shared<Parameters>();
    parameters->W_q = random_linear(d_model, seed, "W_q", stop);
    parameters->W_k = random_linear(d_model, seed, "W_k", stop);
    parameters->W_v = random_linear(d_model, seed, "W_v", stop);
    parameters->W_o = random_linear(d_model, seed, "W_o", stop);
    return stop.stop_requested() ? nullptr : parameters;
}

} // namespace headscope
