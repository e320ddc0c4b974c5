#include <cstdio>

#include "tests/bench/sections.h"
#include "tests/support/attention_cases.h"
#include "tests/support/reference_attention.h"

namespace headscope::bench {

namespace {

using namespace headscope::testing;

struct Errors {
    double weights = 0.0;      ///< largest error where |score| is 5 and more
    double calm_weights = 0.0; ///< largest error where |score| is below 5
    double output = 0.0;       ///< relative to max(1, largest |output|)
    double row_sums = 0.0;     ///< largest |sum of a row - 1|
};

constexpr double weight_bound = 4e-6;
constexpr double calm_weight_bound = 2e-6;
constexpr double output_bound = 1e-5;
constexpr double row_sum_bound = 1e-6;

Trace trace_of(const AttentionInput& input, const Parameters& parameters, const ModelDims& dims) {
    Result<Trace> trace = attend(input, parameters, dims, {});
    HEADSCOPE_EXPECTS(trace.has_value());
    return std::move(*trace);
}

double largest(std::span<const float> values) {
    double most = 0.0;
    for (const float v : values) {
        most = std::max(most, std::abs(static_cast<double>(v)));
    }
    return most;
}

Errors errors_of(const Trace& trace, const ReferenceTrace& want) {
    Errors errors;
    for (std::size_t i = 0; i < want.weights.size(); ++i) {
        double& worst = std::abs(want.scores[i]) < 5.0 ? errors.calm_weights : errors.weights;
        worst = std::max(worst, std::abs(static_cast<double>(trace.weights.values()[i]) - want.weights[i]));
    }
    double largest_output = 1.0;
    for (std::size_t i = 0; i < want.output.size(); ++i) {
        largest_output = std::max(largest_output, std::abs(want.output[i]));
        errors.output =
            std::max(errors.output, std::abs(static_cast<double>(trace.output.values()[i]) - want.output[i]));
    }
    errors.output /= largest_output;
    const Index n_k = trace.weights.dim(3);
    for (Index row = 0; row < trace.weights.size(); row += n_k) {
        const Eigen::Map<const Eigen::ArrayXf> weights(trace.weights.data() + row, n_k);
        errors.row_sums = std::max(errors.row_sums, std::abs(weights.cast<double>().sum() - 1.0));
    }
    return errors;
}

// Queries are scaled so that the largest score is just below 15.
Errors measure(Index n, const ModelDims& dims) {
    const Index d = dims.d_model();
    const AttentionInput input = self_input(1, n, d);
    const double at_gain_1 = largest(trace_of(input, *random_parameters(d, 42), dims).scores.values());
    const Parameters parameters = parameters_with_gain(d, 42, static_cast<float>(14.99 / at_gain_1));
    return errors_of(trace_of(input, parameters, dims), reference_attention(input, parameters, dims, {}));
}

bool print(const char* what, double error, double bound) {
    std::printf("  %s %.1e (%3.0f %%)", what, error, 100.0 * error / bound);
    return error <= bound;
}

} // namespace

bool accuracy() {
    std::printf("\nLargest errors against float64 for scores up to 15, and their share of what is allowed:\n"
                "weights %.0e, where |score| < 5 %.0e, output %.0e of max(1, largest output), row sums %.0e\n\n",
                weight_bound, calm_weight_bound, output_bound, row_sum_bound);
    bool kept = true;
    for (const Index d : {8, 64, 512, 768}) {
        for (const Index n : {1, 16, 128, 512}) {
            for (const Index h : {Index{1}, Index{8}, d}) {
                if (h == d && d == 8) {
                    continue; // 8 heads already
                }
                const Errors e = measure(n, dims_of(d, h));
                std::printf("n %3ld  d_model %3ld  heads %3ld", n, d, h);
                kept &= print("weights", e.weights, weight_bound);
                kept &= print("|score| < 5", e.calm_weights, calm_weight_bound);
                kept &= print("output", e.output, output_bound);
                kept &= print("row sums", e.row_sums, row_sum_bound);
                std::printf("\n");
            }
        }
    }
    std::printf("%s\n", kept ? "all within" : "NOT all within");
    return kept;
}

} // namespace headscope::bench
