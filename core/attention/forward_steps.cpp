#include "core/attention/forward_steps.h"

#include <cmath>

#include "core/base/contract.h"

namespace headscope {

namespace {

void expect_fitting(const AttentionInput& input, const PackedParameters& parameters, const ModelDims& dims) {
    HEADSCOPE_EXPECTS(input.query != nullptr && input.key != nullptr && input.value != nullptr);
    for (const Tensor* t : {input.query.get(), input.key.get(), input.value.get()}) {
        HEADSCOPE_EXPECTS(t->rank() == 3 && t->dim(0) >= 1 && t->dim(1) >= 1 && t->dim(2) == dims.d_model());
        HEADSCOPE_EXPECTS(t->dim(0) == input.query->dim(0));
    }
    HEADSCOPE_EXPECTS(input.key->dim(1) == input.value->dim(1));
    for (const PackedLinear* linear : {&parameters.W_q, &parameters.W_k, &parameters.W_v, &parameters.W_o}) {
        HEADSCOPE_EXPECTS(linear->panels.dim(1) == dims.d_model() && linear->bias.size() == dims.d_model());
    }
}

} // namespace

bool all_finite(std::span<const float> values) {
    // 0 * inf and 0 * nan are nan, and nan stays.
    const Eigen::Map<const Eigen::ArrayXf> array(values.data(), static_cast<Index>(values.size()));
    return (array * 0.0F).sum() == 0.0F;
}

float score_divisor(const ModelDims& dims, const AttentionSettings& settings) {
    return static_cast<float>(std::sqrt(static_cast<double>(dims.d_head())) * settings.temperature);
}

bool is_blocked(const Wanted& wanted) {
    return !wanted.scores && !wanted.weights && wanted.map_tile == 0;
}

Result<void> check_forward(const AttentionInput& input, const PackedParameters& parameters, const ModelDims& dims,
                           const AttentionSettings& settings) {
    expect_fitting(input, parameters, dims);
    return settings.check().and_then(
        [&] { return settings.mask.check(input.query->dim(0), input.query->dim(1), input.key->dim(1)); });
}

} // namespace headscope
