#pragma once

#include <memory>
#include <stop_token>

#include "core/base/tensor.h"
#include "core/model/parameters.h"

namespace headscope {

/// A Linear as matrix products read it: W^T cut into panels of 32 columns (see core/kernels/panel.h), so
/// (ceil(d_model / 32), d_model, 32); columns beyond the last are 0.
struct PackedLinear {
    Tensor panels;
    Vector bias;
};

/// Parameters packed once, for any number of runs. Converts by itself, for a single run.
struct PackedParameters {
    PackedLinear W_q, W_k, W_v, W_o;

    PackedParameters(const Parameters& parameters); // NOLINT(google-explicit-constructor): see above

    Index d_model() const { return W_q.bias.size(); }
    /// Bytes of a packed copy, biases included; the largest number where that passes 63 bits. d_model >= 1.
    static Index bytes(Index d_model);

private:
    friend std::shared_ptr<const PackedParameters> packed_parameters(const Parameters& parameters,
                                                                     const std::stop_token& stop);
    PackedParameters(const Parameters& parameters, const std::stop_token& stop);
};

/// Null when stopped, as random_parameters(): the largest take seconds.
std::shared_ptr<const PackedParameters> packed_parameters(const Parameters& parameters, const std::stop_token& stop);

} // namespace headscope
