#include "core/model/parameters.h"

#include <cmath>
#include <span>
#include <string>
#include <string_view>

#include "core/base/contract.h"
#include "core/base/random.h"
#include "core/model/dims.h"

namespace headscope {

namespace {

void fill_symmetric(std::span<float> values, float bound, std::uint64_t seed, const std::string& name) {
    RandomStream(seed, name).fill_uniform(values);
    for (float& value : values) {
        value = (2.0F * value - 1.0F) * bound; // 2u - 1 is exact, and the product stays below the bound
    }
}

Linear random_linear(Index d_model, std::uint64_t seed, std::string_view name) {
    const float bound = 1.0F / std::sqrt(static_cast<float>(d_model));
    const std::string prefix(name);
    Linear linear{Matrix(d_model, d_model), Vector(d_model)};
    fill_symmetric({linear.weight.data(), static_cast<std::size_t>(linear.weight.size())}, bound, seed,
                   prefix + ".weight");
    fill_symmetric({linear.bias.data(), static_cast<std::size_t>(linear.bias.size())}, bound, seed, prefix + ".bias");
    return linear;
}

} // namespace

std::shared_ptr<const Parameters> random_parameters(Index d_model, std::uint64_t seed) {
    HEADSCOPE_EXPECTS(d_model >= 1 && d_model <= ModelDims::largest_d_model);
    auto parameters = std::make_shared<Parameters>();
    parameters->W_q = random_linear(d_model, seed, "W_q");
    parameters->W_k = random_linear(d_model, seed, "W_k");
    parameters->W_v = random_linear(d_model, seed, "W_v");
    parameters->W_o = random_linear(d_model, seed, "W_o");
    return parameters;
}

} // namespace headscope
