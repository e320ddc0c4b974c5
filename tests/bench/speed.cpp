#include <chrono>
#include <cstdio>

#include "core/cost/flops.h"
#include "tests/bench/sections.h"
#include "tests/support/attention_cases.h"

namespace headscope::bench {

namespace {

using namespace headscope::testing;

template <typename Work>
double seconds_of(Work work) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

// out = a b^T, one number after the other: what the article's formulas are without any thought of speed.
void naive_product(const Matrix& a, const Matrix& b, Matrix& out) {
    for (Index i = 0; i < a.rows(); ++i) {
        for (Index j = 0; j < b.rows(); ++j) {
            float sum = 0.0F;
            for (Index k = 0; k < a.cols(); ++k) {
                sum += a(i, k) * b(j, k);
            }
            out(i, j) = sum;
        }
    }
}

struct Yardsticks {
    double engine, eigen, naive; ///< medians, seconds
};

// In turn, so that a machine that is busy for a while is busy for all of them.
Yardsticks measure(Index n, Index d, const Parameters& parameters) {
    const AttentionInput input = self_input(1, n, d);
    const Matrix X = input.query->matrix(0);
    const Matrix& W = parameters.W_q.weight;
    Matrix out(n, d);
    std::vector<double> engine;
    std::vector<double> eigen;
    std::vector<double> naive;
    const int runs = n <= 128 ? 21 : 7;
    for (int run = 0; run < runs; ++run) {
        engine.push_back(
            seconds_of([&] { HEADSCOPE_EXPECTS(attend(input, parameters, dims_of(d, 8), {}).has_value()); }));
        eigen.push_back(seconds_of([&] { out.noalias() = X * W.transpose(); }));
        naive.push_back(seconds_of([&] { naive_product(X, W, out); }));
    }
    return {median(engine), median(eigen), median(naive)};
}

} // namespace

void speed() {
    constexpr Index d = 512;
    std::printf(
        "\nattend() with d_model 512 and 8 heads, one thread, medians; beside it, in the same run, the product\n"
        "(n x 512)(512 x 512) by Eigen and by a plain loop. Ratio: GFLOP/s of attend() over theirs.\n\n");
    const std::shared_ptr<const Parameters> parameters = random_parameters(d, 42);
    for (const Index n : {8, 16, 32, 64, 128, 256, 512, 1024}) {
        const Yardsticks t = measure(n, d, *parameters);
        FlopSettings settings;
        settings.n_q = n;
        settings.n_k = n;
        const double engine = static_cast<double>(flop_cost(settings)->forward_total) / t.engine * 1e-9;
        const double product = 2.0 * static_cast<double>(n * d * d) * 1e-9;
        std::printf(
            "n %4ld  %8.2f ms  %5.1f GFLOP/s  Eigen's product %5.1f (ratio %.2f)  plain loop %4.1f (ratio %.1f)\n", n,
            t.engine * 1e3, engine, product / t.eigen, engine * t.eigen / product, product / t.naive,
            engine * t.naive / product);
    }
}

} // namespace headscope::bench
