#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/attention/attention.h"

namespace headscope::testing {

/// The article's module in float64, without a thought of speed: the yardstick for the float32 engine.
struct ReferenceTrace {
    std::vector<double> Q, K, V;         ///< (batch, n, d_model)
    std::vector<double> scores, weights; ///< (batch, heads, n_q, n_k); scores before the mask is filled
    std::vector<double> concat, output;  ///< (batch, n_q, d_model)
};

inline std::vector<double> reference_linear(const double* rows, Index count, const Linear& linear) {
    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Index d = linear.weight.cols();
    std::vector<double> values(static_cast<std::size_t>(count * d));
    Eigen::Map<Rows> out(values.data(), count, d);
    out = Eigen::Map<const Rows>(rows, count, d) * linear.weight.cast<double>().transpose();
    out.rowwise() += linear.bias.cast<double>();
    return values;
}

inline std::vector<double> reference_linear(const Tensor& in, const Linear& linear) {
    const std::vector<double> rows(in.values().begin(), in.values().end());
    return reference_linear(rows.data(), in.dim(0) * in.dim(1), linear);
}

/// As the article: hidden scores become -1e9, then softmax. With MaskFill::zero a fully masked row becomes zeros.
inline std::vector<double> reference_softmax(std::vector<double> scores, const std::vector<std::uint8_t>& visible,
                                             MaskFill fill = MaskFill::article) {
    const bool fully_masked = std::ranges::none_of(visible, [](std::uint8_t v) { return v != 0; });
    if (fully_masked && fill == MaskFill::zero) {
        return std::vector<double>(scores.size(), 0.0);
    }
    for (std::size_t j = 0; j < scores.size(); ++j) {
        scores[j] = visible[j] != 0 ? scores[j] : -1e9;
    }
    const double largest = *std::ranges::max_element(scores);
    double sum = 0.0;
    for (double& s : scores) {
        s = std::exp(s - largest);
        sum += s;
    }
    for (double& s : scores) {
        s /= sum;
    }
    return scores;
}

inline ReferenceTrace reference_attention(const AttentionInput& input, const Parameters& parameters,
                                          const ModelDims& dims, const AttentionSettings& settings) {
    const Index batch = input.query->dim(0);
    const Index n_q = input.query->dim(1);
    const Index n_k = input.key->dim(1);
    const Index d = dims.d_model();
    const Index d_k = dims.d_head();
    ReferenceTrace t;
    t.Q = reference_linear(*input.query, parameters.W_q);
    t.K = reference_linear(*input.key, parameters.W_k);
    t.V = reference_linear(*input.value, parameters.W_v);
    t.concat.assign(static_cast<std::size_t>(batch * n_q * d), 0.0);
    std::vector<std::uint8_t> visible(static_cast<std::size_t>(n_k));
    for (Index b = 0; b < batch; ++b) {
        for (Index h = 0; h < dims.n_heads(); ++h) {
            for (Index i = 0; i < n_q; ++i) {
                const double* const q = t.Q.data() + (b * n_q + i) * d + h * d_k;
                std::vector<double> row(static_cast<std::size_t>(n_k));
                for (Index j = 0; j < n_k; ++j) {
                    const double* const k = t.K.data() + (b * n_k + j) * d + h * d_k;
                    double sum = 0.0;
                    for (Index c = 0; c < d_k; ++c) {
                        sum += q[c] * k[c];
                    }
                    row[static_cast<std::size_t>(j)] =
                        sum / (std::sqrt(static_cast<double>(d_k)) * settings.temperature);
                }
                t.scores.insert(t.scores.end(), row.begin(), row.end());
                settings.mask.row(b, i, n_q, n_k, visible);
                row = reference_softmax(std::move(row), visible, settings.mask_fill);
                t.weights.insert(t.weights.end(), row.begin(), row.end());
                double* const out = t.concat.data() + (b * n_q + i) * d + h * d_k;
                for (Index j = 0; j < n_k; ++j) {
                    const double* const v = t.V.data() + (b * n_k + j) * d + h * d_k;
                    for (Index c = 0; c < d_k; ++c) {
                        out[c] += row[static_cast<std::size_t>(j)] * v[c];
                    }
                }
            }
        }
    }
    t.output = reference_linear(t.concat.data(), batch * n_q, parameters.W_o);
    return t;
}

} // namespace headscope::testing
