#include "core/train/train_config.h"

#include <limits>
#include <utility>

namespace headscope {

namespace {

/// 8 GiB: more than such a model has on a laptop that does something else too.
constexpr double most_bytes = 8.0 * 1024 * 1024 * 1024;

/// Of the largest group of 32 sequences, forward and backward, and of parameters, gradients and moments; rounded up.
double bytes_needed(const TrainModelConfig& config) {
    const auto d = static_cast<double>(config.dims.d_model());
    const auto n = static_cast<double>(config.shape.seq_len);
    const auto layers = static_cast<double>(config.layers);
    const double read_out = static_cast<double>(config.shape.read_outs) * static_cast<double>(config.shape.classes);
    const double vectors = n * d * (20.0 + layers * (config.mlp ? 16.0 : 10.0)) + n * read_out;
    const double cells = n * n * static_cast<double>(config.dims.n_heads()) * (2.0 * layers + 1.0);
    const double parameters = 12.0 * d * d * layers + d * (static_cast<double>(config.shape.table_rows) + n + read_out);
    return 4.0 * (32.0 * (vectors + cells) + 4.0 * parameters);
}

} // namespace

Result<void> check(const TrainModelConfig& config) {
    const std::pair<const char*, Index> sizes[] = {{"layers", config.layers},
                                                   {"table_rows", config.shape.table_rows},
                                                   {"classes", config.shape.classes},
                                                   {"features", config.shape.features},
                                                   {"read_outs", config.shape.read_outs},
                                                   {"seq_len", config.shape.seq_len}};
    for (const auto& [name, size] : sizes) {
        if (size < 1) {
            return fail(ErrorCode::cost_size_not_positive, name, size);
        }
    }
    if (!(config.dropout >= 0.0 && config.dropout < 1.0)) {
        return fail(ErrorCode::dropout_out_of_range, config.dropout);
    }
    if (const double bytes = bytes_needed(config); bytes > most_bytes) {
        const double largest = static_cast<double>(std::numeric_limits<std::int64_t>::max()) / 2;
        return fail(ErrorCode::needs_too_much_memory, static_cast<Index>(bytes < largest ? bytes : largest),
                    static_cast<Index>(most_bytes));
    }
    return {};
}

} // namespace headscope
