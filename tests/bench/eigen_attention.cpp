// The yardstick: attention as one writes it with Eigen when speed matters and hours do not. Compiled once for each
// instruction set (YARDSTICK_LEVEL), and with EIGEN_USE_BLAS again, where Eigen hands its products to OpenBLAS.

#include <algorithm>
#include <cmath>
#include <string>

#include <Eigen/Core>

#include "tests/bench/attention_problem.h"

namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using View = Eigen::Map<Matrix>;
using ConstView = Eigen::Map<const Matrix>;
using Index = Eigen::Index;

/// Rows of scores that are turned into weights, and used, while they are still in the second-level cache.
constexpr Index row_block = 128;

void linear(const AttentionProblem& p, const float* in, int layer, float* out) {
    const ConstView x(in, p.n, p.d_model);
    const ConstView W(p.weight[layer], p.d_model, p.d_model);
    const Eigen::Map<const Eigen::RowVectorXf> b(p.bias[layer], p.d_model);
    View y(out, p.n, p.d_model);
    y.noalias() = x * W.transpose();
    y.rowwise() += b;
}

// Row i of a causal block sees the keys 0 .. first + i; without a mask it sees them all.
void softmax(View& weights, Index first, Index rows, bool causal) {
    for (Index i = first; i < first + rows; ++i) {
        const Index seen = causal ? i + 1 : weights.cols();
        auto row = weights.row(i).head(seen);
        row.array() = (row.array() - row.maxCoeff()).exp();
        row *= 1.0F / row.sum();
        weights.row(i).tail(weights.cols() - seen).setZero();
    }
}

void head(const AttentionProblem& p, Index h) {
    const Index d_k = p.d_model / p.n_heads;
    const auto Q = View(p.Q, p.n, p.d_model).middleCols(h * d_k, d_k);
    const auto K = View(p.K, p.n, p.d_model).middleCols(h * d_k, d_k);
    const auto V = View(p.V, p.n, p.d_model).middleCols(h * d_k, d_k);
    auto concat = View(p.concat, p.n, p.d_model).middleCols(h * d_k, d_k);
    View weights(p.weights + h * p.n * p.n, p.n, p.n);
    for (Index first = 0; first < p.n; first += row_block) {
        const Index rows = std::min(row_block, p.n - first);
        const Index keys = p.causal ? first + rows : p.n;
        auto block = weights.block(first, 0, rows, keys);
        block.noalias() = Q.middleRows(first, rows) * K.topRows(keys).transpose();
        softmax(weights, first, rows, p.causal);
        concat.middleRows(first, rows).noalias() = block * V.topRows(keys);
    }
}

} // namespace

extern "C" void yardstick_attend(const AttentionProblem* problem) {
    const AttentionProblem& p = *problem;
    linear(p, p.X, 0, p.Q);
    linear(p, p.X, 1, p.K);
    linear(p, p.X, 2, p.V);
    View(p.Q, p.n, p.d_model) *= 1.0F / std::sqrt(static_cast<float>(p.d_model / p.n_heads));
    for (Index h = 0; h < p.n_heads; ++h) {
        head(p, h);
    }
    linear(p, p.concat, 3, p.output);
}

#define HEADSCOPE_TEXT(x) #x
#define HEADSCOPE_NUMBER(x) HEADSCOPE_TEXT(x)
#define HEADSCOPE_EIGEN                                                                                                \
    "Eigen " HEADSCOPE_NUMBER(EIGEN_WORLD_VERSION) "." HEADSCOPE_NUMBER(EIGEN_MAJOR_VERSION) "." HEADSCOPE_NUMBER(     \
        EIGEN_MINOR_VERSION) " for " YARDSTICK_LEVEL

#ifdef EIGEN_USE_BLAS
extern "C" char* openblas_get_config();
extern "C" char* openblas_get_corename();

extern "C" const char* yardstick_name() {
    static const std::string name = [] {
        const std::string config = openblas_get_config(); // "OpenBLAS 0.3.21 NO_LAPACKE ..."
        return config.substr(0, config.find(' ', config.find(' ') + 1)) + " (kernels for " + openblas_get_corename() +
               "), the rest by " HEADSCOPE_EIGEN;
    }();
    return name.c_str();
}
#else
extern "C" const char* yardstick_name() {
    return HEADSCOPE_EIGEN;
}
#endif
