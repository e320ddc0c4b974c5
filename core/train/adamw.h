#pragma once

#include <span>

#include "core/base/tensor.h"

namespace headscope {

/// What a step of AdamW knows beside the gradient (Loshchilov & Hutter 2019), as torch.optim.AdamW computes it: decay
/// of all parameters, eps beside the root of the corrected second moment.
struct AdamW {
    double rate = 1e-3;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double eps = 1e-8;
    double weight_decay = 0.0;
    Index step = 1; ///< 1 for the first
};

struct AdamWArrays {
    std::span<float> values;
    std::span<const float> gradients;
    std::span<float> first_moments;
    std::span<float> second_moments;
};

/// Gradients are multiplied by gradient_factor first (clipping).
void update(const AdamW& optimizer, float gradient_factor, const AdamWArrays& arrays);

/// In float64.
double sum_of_squares(std::span<const float> values);

/// What torch.nn.utils.clip_grad_norm_ multiplies gradients of this norm by: min(1, largest / (norm + 1e-6)); 1 where
/// `largest` is 0.
float clip_factor(double norm, double largest);

} // namespace headscope
