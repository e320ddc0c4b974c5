#pragma once

#include "core/base/tensor.h"
#include "core/train/parameter_set.h"

namespace headscope {

/// A linear layer of 32 sequences at one position: y = W x + b, x (in, 32), y (out, 32), W (out, in) with rows `step`
/// apart. Pointers into a ParameterSet.
struct TrainedLinear {
    Index out = 0;
    Index in = 0;
    Index step = 0;
    const float* weight = nullptr;
    const float* bias = nullptr; ///< null: none
    float* weight_gradient = nullptr;
    float* bias_gradient = nullptr;
};

/// "name.weight" and, where there is one, "name.bias".
TrainedLinear trained_linear(ParameterSet& parameters, const std::string& name);

/// y (+)= W x + b
void apply(const TrainedLinear& linear, const float* x, float* y, bool add);
/// dx (+)= W^T dy
void input_gradient(const TrainedLinear& linear, const float* dy, float* dx, bool add);

/// Columns first .. first + 31 of x (rows of a panel), or what there is of them, as 32 tokens of 32 numbers; the rest
/// stays as it is.
void tokens_of(const float* x, Index in, Index first, float* tokens);
/// dW(:, first .. first + 31) += dy tokens; with the first columns also db += dy.
void add_weight_gradient(const TrainedLinear& linear, const float* dy, const float* tokens, Index first);

} // namespace headscope
