#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>

#include "core/base/random.h"
#include "core/base/tensor.h"

namespace headscope {

/// One torch.nn.Linear: y = x * weight^T + bias. weight is (out, in), both d_model; bias is (d_model).
struct Linear {
    Matrix weight;
    Vector bias;
};

/// The parameters of the article's module, with its names.
struct Parameters {
    Linear W_q, W_k, W_v, W_o;

    Index d_model() const { return W_q.weight.rows(); }
};

/// torch.nn.Linear's default distribution: weights and biases uniform in [-1/sqrt(d_model), 1/sqrt(d_model)).
/// Each value is a function of (seed, tensor name, index) alone. d_model in 1..ModelDims::largest_d_model (contract).
/// Null when stopped: the largest take seconds, and a stop is asked for every few milliseconds.
std::shared_ptr<const Parameters> random_parameters(Index d_model, std::uint64_t seed,
                                                    const std::stop_token& stop = {});

/// values[i] = (2 * stream.uniform(i) - 1) * bound. The rest is left as it is once a stop is requested.
void fill_symmetric(std::span<float> values, float bound, const RandomStream& stream, const std::stop_token& stop = {});

} // namespace headscope
