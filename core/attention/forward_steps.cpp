#include "core/attention/forward_steps.h"

#include <algorithm>
#include <cmath>

#include "core/attention/block_sizes.h"
#include "core/base/contract.h"
#include "core/base/random.h"

namespace headscope {

namespace {

constexpr Index columns_a_piece = 256;

// All rows of all batches as one matrix.
ConstMatrixView all_rows(const Tensor& t) {
    return {t.data(), t.dim(0) * t.dim(1), t.dim(2), Eigen::OuterStride<>(t.dim(2))};
}

MatrixView all_rows(Tensor& t) {
    return {t.data(), t.dim(0) * t.dim(1), t.dim(2), Eigen::OuterStride<>(t.dim(2))};
}

void expect_fitting(const AttentionInput& input, const Parameters& parameters, const ModelDims& dims) {
    HEADSCOPE_EXPECTS(input.query != nullptr && input.key != nullptr && input.value != nullptr);
    for (const Tensor* t : {input.query.get(), input.key.get(), input.value.get()}) {
        HEADSCOPE_EXPECTS(t->rank() == 3 && t->dim(0) >= 1 && t->dim(1) >= 1 && t->dim(2) == dims.d_model());
        HEADSCOPE_EXPECTS(t->dim(0) == input.query->dim(0));
    }
    HEADSCOPE_EXPECTS(input.key->dim(1) == input.value->dim(1));
    for (const Linear* linear : {&parameters.W_q, &parameters.W_k, &parameters.W_v, &parameters.W_o}) {
        HEADSCOPE_EXPECTS(linear->weight.rows() == dims.d_model() && linear->weight.cols() == dims.d_model());
        HEADSCOPE_EXPECTS(linear->bias.size() == dims.d_model());
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

void drop_weights(const AttentionSettings& settings, Index b, Index h, Index query, Index first_key,
                  std::span<std::uint8_t> keep, std::span<const float> weights, std::span<float> dropped) {
    const std::span<std::uint8_t> kept = keep.first(weights.size());
    dropout_keep(settings.dropout_seed, static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(h),
                 static_cast<std::uint32_t>(query), settings.dropout, kept, static_cast<std::uint64_t>(first_key));
    const float scale = static_cast<float>(1.0 / (1.0 - settings.dropout));
    for (std::size_t j = 0; j < weights.size(); ++j) {
        dropped[j] = kept[j] != 0 ? weights[j] * scale : 0.0F;
    }
}

Index multiplications(const AttentionInput& input, const ModelDims& dims) {
    const Index n_q = input.query->dim(1);
    const Index n_k = input.key->dim(1);
    return input.query->dim(0) * dims.d_model() * (2 * (n_q + n_k) * dims.d_model() + 2 * n_q * n_k);
}

Result<void> check_forward(const AttentionInput& input, const Parameters& parameters, const ModelDims& dims,
                           const AttentionSettings& settings) {
    expect_fitting(input, parameters, dims);
    return settings.check().and_then(
        [&] { return settings.mask.check(input.query->dim(0), input.query->dim(1), input.key->dim(1)); });
}

Result<void> project(const char* symbol, const Tensor& in, const Linear& linear, Tensor& out, Multiplier& multiplier,
                     RunPace& pace) {
    const Index d = in.dim(2);
    const ConstMatrixView from = all_rows(in);
    const ConstMatrixView weight(linear.weight.data(), d, d, Eigen::OuterStride<>(d));
    all_rows(out).rowwise() = linear.bias;
    const Index step = rows_a_piece(d * columns_a_piece);
    for (Index column = 0; column < d; column += columns_a_piece) {
        const Index columns = std::min(columns_a_piece, d - column);
        for (Index row = 0; row < from.rows(); row += step) {
            const Index rows = std::min(step, from.rows() - row);
            multiplier.add_product_transposed(rows_of(from, row, rows), rows_of(weight, column, columns),
                                              block_of(all_rows(out), row, rows, column, columns));
            if (!pace.advance(rows * columns * d)) {
                return fail(ErrorCode::cancelled);
            }
        }
    }
    if (!all_finite(out.values())) {
        return fail(ErrorCode::result_not_finite, symbol);
    }
    return {};
}

} // namespace headscope
