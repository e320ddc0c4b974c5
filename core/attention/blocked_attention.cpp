#include "core/attention/blocked_attention.h"

#include <algorithm>
#include <limits>
#include <memory_resource>
#include <optional>

#include "core/attention/block_sizes.h"
#include "core/attention/forward_steps.h"
#include "core/attention/run_pace.h"
#include "core/attention/softmax.h"
#include "core/attention/workers.h"
#include "core/base/contract.h"
#include "core/base/counting_resource.h"
#include "core/base/portable_math.h"
#include "core/kernels/product.h"

namespace headscope {

namespace {

static_assert(sizeof(OnlineRow) == online_row_bytes);

constexpr float infinity = std::numeric_limits<float>::infinity();

class BlockedPass {
public:
    BlockedPass(const AttentionInput& input, const Parameters& parameters, const ModelDims& dims,
                const AttentionSettings& settings, const RunControl& control)
        : parameters_(parameters)
        , dims_(dims)
        , settings_(settings)
        , batch_(input.query->dim(0))
        , n_q_(input.query->dim(1))
        , n_k_(input.key->dim(1))
        , tasks_(blocked_tasks(batch_, dims.n_heads(), n_q_))
        , key_rows_(blocked_key_rows(n_k_))
        , workers_(tasks_.workers(control.threads))
        , divisor_(score_divisor(dims, settings))
        , pace_(control, multiplications(input, dims)) {
        trace_.input = input;
    }

    Result<BlockedTrace> run();

private:
    // Rows first .. first + count of one head of one batch, and the keys of one tile.
    struct Rows {
        Index b, h, first, count;
    };
    struct Keys {
        Index first, count;
    };
    struct Worker {
        Worker(Multiplier& multiplier_of_run, Index worker, const std::shared_ptr<CountingResource>& memory,
               Index query_rows, Index key_rows, bool masked, bool drops)
            : multiplier(multiplier_of_run, worker, memory)
            , tile({query_rows, key_rows}, memory)
            , rows(static_cast<std::size_t>(query_rows), memory.get())
            , visible(static_cast<std::size_t>(masked ? key_rows : 0), memory.get())
            , keep(static_cast<std::size_t>(drops ? key_rows : 0), memory.get()) {}

        WorkerMultiplier multiplier;
        Tensor tile; // scores, then weights that are not divided yet
        std::pmr::vector<OnlineRow> rows;
        std::pmr::vector<std::uint8_t> visible; // of one row of the tile; without a mask empty
        std::pmr::vector<std::uint8_t> keep;    // of one row of the tile; without dropout empty
        Index fully_masked_rows = 0;
    };

    Result<void> project_to(const char* symbol, const Tensor& in, const Linear& linear, Tensor& out) {
        out = Tensor(in.shape(), memory_);
        return project(symbol, in, linear, out, *multiplier_, pace_);
    }
    Result<void> all_heads();
    Result<void> head(Worker& worker, Index task);
    void begin_rows(Worker& worker, const Rows& rows);
    bool sees_nothing(Worker& worker, const Rows& rows, Index i);
    Result<void> scores_of(Worker& worker, const Rows& rows, const Keys& keys);
    void weights_of_row(Worker& worker, const Rows& rows, const Keys& keys, Index i);
    Result<void> add_values(Worker& worker, const Rows& rows, const Keys& keys);
    void end_rows(Worker& worker, const Rows& rows);

    MatrixView tile_of(Worker& worker, const Rows& rows, const Keys& keys) const {
        return {worker.tile.data(), rows.count, keys.count, Eigen::OuterStride<>(key_rows_)};
    }
    std::span<float> tile_row(Worker& worker, const Keys& keys, Index i) const {
        return {worker.tile.data() + i * key_rows_, static_cast<std::size_t>(keys.count)};
    }
    MatrixView concat_of(const Rows& rows) {
        return block_of(trace_.concat.head(rows.b, rows.h, dims_.d_head()), rows.first, rows.count, 0, dims_.d_head());
    }

    const Parameters& parameters_;
    const ModelDims& dims_;
    const AttentionSettings& settings_;
    Index batch_, n_q_, n_k_;
    HeadTasks tasks_;
    Index key_rows_;
    Index workers_;
    float divisor_;
    RunPace pace_;
    std::shared_ptr<CountingResource> memory_ = std::make_shared<CountingResource>();
    std::optional<Multiplier> multiplier_{memory_}; // of the calling thread
    BlockedTrace trace_;
};

// core/cost/blocked_memory.cpp tells the same allocations in the same order.
Result<BlockedTrace> BlockedPass::run() {
    return project_to("Q", *trace_.input.query, parameters_.W_q, trace_.Q)
        .and_then([&] { return project_to("K", *trace_.input.key, parameters_.W_k, trace_.K); })
        .and_then([&] { return project_to("V", *trace_.input.value, parameters_.W_v, trace_.V); })
        .and_then([&] {
            trace_.log_sum_exp = Tensor({batch_, dims_.n_heads(), n_q_}, memory_);
            trace_.concat = Tensor({batch_, n_q_, dims_.d_model()}, memory_);
            return all_heads();
        })
        .and_then([&] { return project_to("output", trace_.concat, parameters_.W_o, trace_.output); })
        .map([&] {
            multiplier_.reset();
            trace_.memory = {memory_->peak_bytes(), memory_->alive_bytes()};
            pace_.finish();
            return std::move(trace_);
        });
}

Result<void> BlockedPass::all_heads() {
    std::vector<Worker> workers;
    workers.reserve(static_cast<std::size_t>(workers_));
    for (Index worker = 0; worker < workers_; ++worker) {
        workers.emplace_back(*multiplier_, worker, memory_, tasks_.query_rows, key_rows_,
                             settings_.mask.kind() != Mask::Kind::none, settings_.dropout > 0.0);
    }
    return for_each_task(
               tasks_.count, workers_,
               [&](Index worker, Index task) { return head(workers[static_cast<std::size_t>(worker)], task); })
        .map([&] {
            for (const Worker& worker : workers) {
                trace_.fully_masked_rows += worker.fully_masked_rows;
            }
        });
}

Result<void> BlockedPass::head(Worker& worker, Index task) {
    const Rows rows = [&] {
        const Index block = task / dims_.n_heads();
        const Index first = block % tasks_.blocks * tasks_.query_rows;
        return Rows{block / tasks_.blocks, task % dims_.n_heads(), first, std::min(tasks_.query_rows, n_q_ - first)};
    }();
    begin_rows(worker, rows);
    for (Index key = 0; key < n_k_; key += key_rows_) {
        const Keys keys{key, std::min(key_rows_, n_k_ - key)};
        if (Result<void> done = scores_of(worker, rows, keys); !done) {
            return done;
        }
        for (Index i = 0; i < rows.count; ++i) {
            weights_of_row(worker, rows, keys, i);
        }
        if (Result<void> done = add_values(worker, rows, keys); !done) {
            return done;
        }
    }
    end_rows(worker, rows);
    return {};
}

void BlockedPass::begin_rows(Worker& worker, const Rows& rows) {
    concat_of(rows).setZero();
    for (Index i = 0; i < rows.count; ++i) {
        OnlineRow& row = worker.rows[static_cast<std::size_t>(i)];
        row = {};
        row.fully_masked = sees_nothing(worker, rows, i);
        worker.fully_masked_rows += row.fully_masked && rows.h == 0 ? 1 : 0; // one head counts for all
    }
}

bool BlockedPass::sees_nothing(Worker& worker, const Rows& rows, Index i) {
    if (worker.visible.empty()) {
        return false;
    }
    for (Index key = 0; key < n_k_; key += key_rows_) {
        const std::span<std::uint8_t> visible =
            std::span(worker.visible).first(static_cast<std::size_t>(std::min(key_rows_, n_k_ - key)));
        settings_.mask.row(rows.b, rows.first + i, n_q_, n_k_, visible, key);
        if (std::ranges::any_of(visible, [](std::uint8_t v) { return v != 0; })) {
            return false;
        }
    }
    return true;
}

Result<void> BlockedPass::scores_of(Worker& worker, const Rows& rows, const Keys& keys) {
    const Index d_k = dims_.d_head();
    const ConstMatrixView Q = std::as_const(trace_.Q).head(rows.b, rows.h, d_k);
    const ConstMatrixView K = std::as_const(trace_.K).head(rows.b, rows.h, d_k);
    MatrixView tile = tile_of(worker, rows, keys);
    tile.setZero();
    worker.multiplier->add_product_transposed(rows_of(Q, rows.first, rows.count), rows_of(K, keys.first, keys.count),
                                              tile);
    tile.array() /= divisor_;
    for (Index i = 0; i < rows.count; ++i) {
        if (!all_finite(tile_row(worker, keys, i))) {
            return fail(ErrorCode::result_not_finite, "scores");
        }
    }
    if (!pace_.advance(rows.count * keys.count * d_k)) {
        return fail(ErrorCode::cancelled);
    }
    return {};
}

// Scores become exp(score - largest so far); what was added up before shrinks to the new largest score.
void BlockedPass::weights_of_row(Worker& worker, const Rows& rows, const Keys& keys, Index i) {
    OnlineRow& row = worker.rows[static_cast<std::size_t>(i)];
    const std::span<float> tile = tile_row(worker, keys, i);
    if (row.fully_masked) { // the article fills them all with the same score
        std::ranges::fill(tile, settings_.mask_fill == MaskFill::article ? 1.0F : 0.0F);
    } else {
        const std::span<std::uint8_t> visible =
            std::span(worker.visible).first(worker.visible.empty() ? 0 : tile.size());
        if (!visible.empty()) {
            settings_.mask.row(rows.b, rows.first + i, n_q_, n_k_, visible, keys.first);
        }
        const float shrink = online_softmax_tile(row, visible, tile);
        if (shrink != 1.0F) {
            concat_of(rows).row(i) *= shrink;
        }
    }
    if (!worker.keep.empty()) {
        drop_weights(settings_, rows.b, rows.h, rows.first + i, keys.first, worker.keep, tile, tile);
    }
}

Result<void> BlockedPass::add_values(Worker& worker, const Rows& rows, const Keys& keys) {
    const Index d_k = dims_.d_head();
    const ConstMatrixView V = std::as_const(trace_.V).head(rows.b, rows.h, d_k);
    const MatrixView tile = tile_of(worker, rows, keys);
    const ConstMatrixView weights(tile.data(), tile.rows(), tile.cols(), Eigen::OuterStride<>(tile.outerStride()));
    worker.multiplier->add_product(weights, rows_of(V, keys.first, keys.count), concat_of(rows));
    if (!pace_.advance(rows.count * keys.count * d_k)) {
        return fail(ErrorCode::cancelled);
    }
    return {};
}

void BlockedPass::end_rows(Worker& worker, const Rows& rows) {
    float* const log_sum_exp = trace_.log_sum_exp.data() + (rows.b * dims_.n_heads() + rows.h) * n_q_ + rows.first;
    for (Index i = 0; i < rows.count; ++i) {
        const OnlineRow& row = worker.rows[static_cast<std::size_t>(i)];
        const double sum = row.fully_masked ? static_cast<double>(n_k_) : row.sum;
        concat_of(rows).row(i) /= static_cast<float>(sum);
        log_sum_exp[i] =
            row.fully_masked ? infinity : static_cast<float>(static_cast<double>(row.largest) + portable::log(row.sum));
    }
}

} // namespace

Index BlockedTrace::bytes() const {
    Index sum = 0;
    for (const Tensor* t : {&Q, &K, &V, &log_sum_exp, &concat, &output}) {
        sum += t->bytes();
    }
    return sum;
}

Result<BlockedTrace> blocked_attend(const AttentionInput& input, const Parameters& parameters, const ModelDims& dims,
                                    const AttentionSettings& settings, const RunControl& control) {
    return check_forward(input, parameters, dims, settings).and_then([&] {
        return BlockedPass(input, parameters, dims, settings, control).run();
    });
}

Matrix weights_of(const BlockedTrace& trace, const ModelDims& dims, const AttentionSettings& settings, Index b, Index h,
                  Index first, Index count) {
    const Index n_q = trace.Q.dim(1);
    const Index n_k = trace.K.dim(1);
    HEADSCOPE_EXPECTS(first >= 0 && count >= 0 && first + count <= n_q);
    Matrix weights = Matrix::Zero(count, n_k);
    Multiplier().add_product_transposed(rows_of(trace.Q.head(b, h, dims.d_head()), first, count),
                                        trace.K.head(b, h, dims.d_head()),
                                        {weights.data(), count, n_k, Eigen::OuterStride<>(n_k)});
    weights.array() /= score_divisor(dims, settings);
    std::vector<std::uint8_t> visible(settings.mask.kind() == Mask::Kind::none ? 0 : static_cast<std::size_t>(n_k));
    for (Index i = 0; i < count; ++i) {
        const std::span<float> row(weights.data() + i * n_k, static_cast<std::size_t>(n_k));
        if (!visible.empty()) {
            settings.mask.row(b, first + i, n_q, n_k, visible);
        }
        softmax_row(row, visible, settings.mask_fill, row);
    }
    return weights;
}

} // namespace headscope
