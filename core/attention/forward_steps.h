#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/attention/attention.h"
#include "core/attention/run_pace.h"
#include "core/base/counting_resource.h"
#include "core/kernels/product.h"

namespace headscope {

// What attend() and blocked_attend() share.

inline ConstMatrixView rows_of(const ConstMatrixView& m, Index first, Index count) {
    return {m.data() + first * m.outerStride(), count, m.cols(), Eigen::OuterStride<>(m.outerStride())};
}

inline MatrixView block_of(MatrixView m, Index row, Index rows, Index column, Index columns) {
    return {m.data() + row * m.outerStride() + column, rows, columns, Eigen::OuterStride<>(m.outerStride())};
}

bool all_finite(std::span<const float> values);

/// sqrt(d_k) * temperature, by which scores are divided.
float score_divisor(const ModelDims& dims, const AttentionSettings& settings);

/// Multiplications of a whole forward pass.
Index multiplications(const AttentionInput& input, const ModelDims& dims);

/// Shapes of input and parameters agree with dims (contract), settings and mask are right.
/// Errors: temperature_out_of_range, dropout_out_of_range, array_wrong_shape (the mask).
Result<void> check_forward(const AttentionInput& input, const Parameters& parameters, const ModelDims& dims,
                           const AttentionSettings& settings);

/// One torch.nn.Linear of all rows of all batches: out = in * weight^T + bias. out has the shape of in.
/// Errors: cancelled, result_not_finite(symbol).
Result<void> project(const char* symbol, const Tensor& in, const Linear& linear, Tensor& out, Multiplier& multiplier,
                     RunPace& pace);

/// A row of weights under dropout, or the part of it that begins at first_key (a multiple of 4): kept ones times
/// 1 / (1 - p), the others 0. `keep` is a buffer of at least as many cells; dropped may be weights.
void drop_weights(const AttentionSettings& settings, Index b, Index h, Index query, Index first_key,
                  std::span<std::uint8_t> keep, std::span<const float> weights, std::span<float> dropped);

/// The multiplier of one worker: the first one works with the run's own, whose buffer is there already.
class WorkerMultiplier {
public:
    WorkerMultiplier(Multiplier& of_run, Index worker, const std::shared_ptr<CountingResource>& memory)
        : of_run_(of_run) {
        if (worker > 0) {
            own_.emplace(memory);
        }
    }

    Multiplier* operator->() { return own_ ? &*own_ : &of_run_; }

private:
    Multiplier& of_run_;
    std::optional<Multiplier> own_;
};

} // namespace headscope
