#include "core/attention/attention.h"

#include <algorithm>
#include <cmath>

#include "core/attention/run_pace.h"
#include "core/attention/softmax.h"
#include "core/base/contract.h"
#include "core/base/random.h"
#include "core/kernels/product.h"

namespace headscope {

namespace {

// Pieces of about 10 ms on one core, between which a stop is answered.
constexpr Index multiplications_a_piece = Index{1} << 27;
constexpr Index columns_a_piece = 256;
constexpr Index most_rows_a_piece = 128;

Index rows_a_piece(Index multiplications_a_row) {
    return std::max<Index>(4, multiplications_a_piece / std::max<Index>(1, multiplications_a_row));
}

ConstMatrixView rows_of(const ConstMatrixView& m, Index first, Index count) {
    return {m.data() + first * m.outerStride(), count, m.cols(), Eigen::OuterStride<>(m.outerStride())};
}

MatrixView block_of(MatrixView m, Index row, Index rows, Index column, Index columns) {
    return {m.data() + row * m.outerStride() + column, rows, columns, Eigen::OuterStride<>(m.outerStride())};
}

// All rows of all batches as one matrix.
ConstMatrixView all_rows(const Tensor& t) {
    return {t.data(), t.dim(0) * t.dim(1), t.dim(2), Eigen::OuterStride<>(t.dim(2))};
}

MatrixView all_rows(Tensor& t) {
    return {t.data(), t.dim(0) * t.dim(1), t.dim(2), Eigen::OuterStride<>(t.dim(2))};
}

bool all_finite(std::span<const float> values) {
    // 0 * inf and 0 * nan are nan, and nan stays.
    const Eigen::Map<const Eigen::ArrayXf> array(values.data(), static_cast<Index>(values.size()));
    return (array * 0.0F).sum() == 0.0F;
}

class ForwardPass {
public:
    ForwardPass(const AttentionInput& input, const Parameters& parameters, const ModelDims& dims,
                const AttentionSettings& settings, const RunControl& control)
        : parameters_(parameters)
        , dims_(dims)
        , settings_(settings)
        , batch_(input.query->dim(0))
        , n_q_(input.query->dim(1))
        , n_k_(input.key->dim(1))
        , divisor_(static_cast<float>(std::sqrt(static_cast<double>(dims.d_head())) * settings.temperature))
        , survivor_scale_(static_cast<float>(1.0 / (1.0 - settings.dropout)))
        , pace_(control, batch_ * dims.d_model() * (2 * (n_q_ + n_k_) * dims.d_model() + 2 * n_q_ * n_k_)) {
        trace_.input = input;
    }

    Result<Trace> run();

private:
    Result<void> project(const char* symbol, const Tensor& in, const Linear& linear, Tensor& out);
    Result<void> all_heads(Index b);
    Result<void> head(Index b, Index h, Index first, Index count);
    void weights_of_rows(Index b, Index h, Index first, Index count);
    void drop_row(Index b, Index h, Index query, std::span<const float> weights, std::span<float> dropped);

    const Parameters& parameters_;
    const ModelDims& dims_;
    const AttentionSettings& settings_;
    Index batch_, n_q_, n_k_;
    float divisor_;
    float survivor_scale_;
    RunPace pace_;
    Multiplier multiplier_;
    std::vector<std::uint8_t> visible_; // of one block of rows, (rows, n_k): shared by the heads
    std::vector<std::uint8_t> keep_;    // of one row
    Trace trace_;
};

Result<Trace> ForwardPass::run() {
    const std::vector<Index> cells{batch_, dims_.n_heads(), n_q_, n_k_};
    return project("Q", *trace_.input.query, parameters_.W_q, trace_.Q)
        .and_then([&] { return project("K", *trace_.input.key, parameters_.W_k, trace_.K); })
        .and_then([&] { return project("V", *trace_.input.value, parameters_.W_v, trace_.V); })
        .and_then([&]() -> Result<void> {
            trace_.scores = Tensor(cells);
            trace_.weights = Tensor(cells);
            if (settings_.dropout > 0.0) {
                trace_.dropped = Tensor(cells);
                keep_.resize(static_cast<std::size_t>(n_k_));
            }
            trace_.concat = Tensor({batch_, n_q_, dims_.d_model()});
            for (Index b = 0; b < batch_; ++b) {
                if (Result<void> done = all_heads(b); !done) {
                    return done;
                }
            }
            return {};
        })
        .and_then([&] { return project("output", trace_.concat, parameters_.W_o, trace_.output); })
        .map([&] {
            pace_.finish();
            return std::move(trace_);
        });
}

// One torch.nn.Linear: out = in * weight^T + bias.
Result<void> ForwardPass::project(const char* symbol, const Tensor& in, const Linear& linear, Tensor& out) {
    out = Tensor({in.dim(0), in.dim(1), dims_.d_model()});
    const Index d = dims_.d_model();
    const ConstMatrixView from = all_rows(std::as_const(in));
    const ConstMatrixView weight(linear.weight.data(), d, d, Eigen::OuterStride<>(d));
    all_rows(out).rowwise() = linear.bias;
    const Index step = rows_a_piece(d * columns_a_piece);
    for (Index column = 0; column < d; column += columns_a_piece) {
        const Index columns = std::min(columns_a_piece, d - column);
        for (Index row = 0; row < from.rows(); row += step) {
            const Index rows = std::min(step, from.rows() - row);
            multiplier_.add_product_transposed(rows_of(from, row, rows), rows_of(weight, column, columns),
                                               block_of(all_rows(out), row, rows, column, columns));
            if (!pace_.advance(rows * columns * d)) {
                return fail(ErrorCode::cancelled);
            }
        }
    }
    if (!all_finite(out.values())) {
        return fail(ErrorCode::result_not_finite, symbol);
    }
    return {};
}

Result<void> ForwardPass::all_heads(Index b) {
    const Index step = std::min(most_rows_a_piece, rows_a_piece(n_k_ * dims_.d_head()));
    for (Index first = 0; first < n_q_; first += step) {
        const Index count = std::min(step, n_q_ - first);
        visible_.resize(static_cast<std::size_t>(count * n_k_));
        for (Index i = 0; i < count; ++i) {
            const std::span<std::uint8_t> row(visible_.data() + i * n_k_, static_cast<std::size_t>(n_k_));
            settings_.mask.row(b, first + i, n_q_, n_k_, row);
            trace_.fully_masked_rows += std::ranges::none_of(row, [](std::uint8_t v) { return v != 0; }) ? 1 : 0;
        }
        for (Index h = 0; h < dims_.n_heads(); ++h) {
            if (Result<void> done = head(b, h, first, count); !done) {
                return done;
            }
        }
    }
    return {};
}

Result<void> ForwardPass::head(Index b, Index h, Index first, Index count) {
    const Index d_k = dims_.d_head();
    const ConstMatrixView Q = std::as_const(trace_.Q).head(b, h, d_k);
    const ConstMatrixView K = std::as_const(trace_.K).head(b, h, d_k);
    const ConstMatrixView V = std::as_const(trace_.V).head(b, h, d_k);

    MatrixView scores = block_of(trace_.scores.matrix(b, h), first, count, 0, n_k_);
    scores.setZero();
    multiplier_.add_product_transposed(rows_of(Q, first, count), K, scores);
    scores.array() /= divisor_;
    if (!all_finite({scores.data(), static_cast<std::size_t>(count * n_k_)})) {
        return fail(ErrorCode::result_not_finite, "scores");
    }
    if (!pace_.advance(count * n_k_ * d_k)) {
        return fail(ErrorCode::cancelled);
    }
    weights_of_rows(b, h, first, count);

    MatrixView concat = block_of(trace_.concat.head(b, h, d_k), first, count, 0, d_k);
    concat.setZero();
    multiplier_.add_product(rows_of(trace_.attention().matrix(b, h), first, count), V, concat);
    if (!pace_.advance(count * n_k_ * d_k)) {
        return fail(ErrorCode::cancelled);
    }
    return {};
}

void ForwardPass::weights_of_rows(Index b, Index h, Index first, Index count) {
    const std::size_t n = static_cast<std::size_t>(n_k_);
    const bool no_mask = settings_.mask.kind() == Mask::Kind::none;
    for (Index i = 0; i < count; ++i) {
        const Index row = ((b * dims_.n_heads() + h) * n_q_ + first + i) * n_k_;
        const std::span<float> weights(trace_.weights.data() + row, n);
        const std::span<const std::uint8_t> visible(visible_.data() + i * n_k_, no_mask ? 0 : n);
        softmax_row({trace_.scores.data() + row, n}, visible, settings_.mask_fill, weights);
        if (!trace_.dropped.empty()) {
            drop_row(b, h, first + i, weights, {trace_.dropped.data() + row, n});
        }
    }
}

void ForwardPass::drop_row(Index b, Index h, Index query, std::span<const float> weights, std::span<float> dropped) {
    dropout_keep(settings_.dropout_seed, static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(h),
                 static_cast<std::uint32_t>(query), settings_.dropout, keep_);
    for (std::size_t j = 0; j < weights.size(); ++j) {
        dropped[j] = keep_[j] != 0 ? weights[j] * survivor_scale_ : 0.0F;
    }
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

Result<void> AttentionSettings::check() const {
    // Written so that nan is refused too.
    if (!(temperature >= smallest_temperature && temperature <= largest_temperature)) {
        return fail(ErrorCode::temperature_out_of_range, temperature, smallest_temperature, largest_temperature);
    }
    if (!(dropout >= 0.0 && dropout < 1.0)) {
        return fail(ErrorCode::dropout_out_of_range, dropout);
    }
    return {};
}

Index Trace::bytes() const {
    Index sum = 0;
    for (const Tensor* t : {&Q, &K, &V, &scores, &weights, &dropped, &concat, &output}) {
        sum += t->bytes();
    }
    return sum;
}

Result<Trace> attend(const AttentionInput& input, const Parameters& parameters, const ModelDims& dims,
                     const AttentionSettings& settings, const RunControl& control) {
    expect_fitting(input, parameters, dims);
    return settings.check()
        .and_then([&] { return settings.mask.check(input.query->dim(0), input.query->dim(1), input.key->dim(1)); })
        .and_then([&] { return ForwardPass(input, parameters, dims, settings, control).run(); });
}

} // namespace headscope
