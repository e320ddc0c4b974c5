#include "core/attention/attention.h"

#include <algorithm>
#include <memory_resource>
#include <optional>

#include "core/attention/block_sizes.h"
#include "core/attention/forward_steps.h"
#include "core/attention/run_pace.h"
#include "core/attention/softmax.h"
#include "core/attention/workers.h"
#include "core/base/counting_resource.h"
#include "core/kernels/product.h"

namespace headscope {

namespace {

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
        , tasks_(materialised_tasks(batch_, dims.n_heads(), n_q_, n_k_, dims.d_head()))
        , workers_(tasks_.workers(control.threads))
        , divisor_(score_divisor(dims, settings))
        , pace_(control, multiplications(input, dims)) {
        trace_.input = input;
    }

    Result<Trace> run();

private:
    // Rows first .. first + count of one head of one batch.
    struct Rows {
        Index b, h, first, count;
    };
    // What a worker has for itself, all of it allocated before the work begins.
    struct Worker {
        Worker(Multiplier& multiplier_of_run, Index worker, const std::shared_ptr<CountingResource>& memory,
               Index visible_bytes, Index keep_bytes)
            : multiplier(multiplier_of_run, worker, memory)
            , visible(static_cast<std::size_t>(visible_bytes), memory.get())
            , keep(static_cast<std::size_t>(keep_bytes), memory.get()) {}

        WorkerMultiplier multiplier;
        std::pmr::vector<std::uint8_t> visible; // of one block of rows, (rows, n_k); without a mask empty
        std::pmr::vector<std::uint8_t> keep;    // of one row; without dropout empty
        Index visible_block = -1;               // the block that `visible` holds, over all batches
        Index fully_masked_rows = 0;
    };

    void allocate_cells();
    Result<void> project_to(const char* symbol, const Tensor& in, const Linear& linear, Tensor& out) {
        out = Tensor(in.shape(), memory_);
        return project(symbol, in, linear, out, *multiplier_, pace_);
    }
    Result<void> all_heads();
    Result<void> head(Worker& worker, Index task);
    void show_rows(Worker& worker, const Rows& rows, Index block);
    Result<void> scores_of(Worker& worker, const Rows& rows);
    void weights_of(Worker& worker, const Rows& rows);
    Result<void> concat_of(Worker& worker, const Rows& rows);

    const Parameters& parameters_;
    const ModelDims& dims_;
    const AttentionSettings& settings_;
    Index batch_, n_q_, n_k_;
    HeadTasks tasks_;
    Index workers_;
    float divisor_;
    RunPace pace_;
    std::shared_ptr<CountingResource> memory_ = std::make_shared<CountingResource>();
    std::optional<Multiplier> multiplier_{memory_}; // of the calling thread
    Trace trace_;
};

// core/cost/materialised_memory.cpp tells the same allocations in the same order.
Result<Trace> ForwardPass::run() {
    return project_to("Q", *trace_.input.query, parameters_.W_q, trace_.Q)
        .and_then([&] { return project_to("K", *trace_.input.key, parameters_.W_k, trace_.K); })
        .and_then([&] { return project_to("V", *trace_.input.value, parameters_.W_v, trace_.V); })
        .and_then([&] {
            allocate_cells();
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

void ForwardPass::allocate_cells() {
    const std::vector<Index> cells{batch_, dims_.n_heads(), n_q_, n_k_};
    trace_.scores = Tensor(cells, memory_);
    trace_.weights = Tensor(cells, memory_);
    if (settings_.dropout > 0.0) {
        trace_.dropped = Tensor(cells, memory_);
    }
    trace_.concat = Tensor({batch_, n_q_, dims_.d_model()}, memory_);
}

Result<void> ForwardPass::all_heads() {
    const bool masked = settings_.mask.kind() != Mask::Kind::none;
    std::vector<Worker> workers;
    workers.reserve(static_cast<std::size_t>(workers_));
    for (Index worker = 0; worker < workers_; ++worker) {
        workers.emplace_back(*multiplier_, worker, memory_, masked ? tasks_.query_rows * n_k_ : 0,
                             settings_.dropout > 0.0 ? n_k_ : 0);
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

// The heads of a block of rows are neighbours, since they share its mask.
Result<void> ForwardPass::head(Worker& worker, Index task) {
    const Index block = task / dims_.n_heads();
    const Index first = block % tasks_.blocks * tasks_.query_rows;
    const Rows rows{block / tasks_.blocks, task % dims_.n_heads(), first, std::min(tasks_.query_rows, n_q_ - first)};
    show_rows(worker, rows, block);
    return scores_of(worker, rows).and_then([&] {
        weights_of(worker, rows);
        return concat_of(worker, rows);
    });
}

void ForwardPass::show_rows(Worker& worker, const Rows& rows, Index block) {
    if (worker.visible.empty()) {
        return;
    }
    const std::size_t n = static_cast<std::size_t>(n_k_);
    for (Index i = 0; i < rows.count && worker.visible_block != block; ++i) {
        settings_.mask.row(rows.b, rows.first + i, n_q_, n_k_, {worker.visible.data() + i * n_k_, n});
    }
    worker.visible_block = block;
    for (Index i = 0; i < rows.count && rows.h == 0; ++i) { // one head counts for all
        const std::span<const std::uint8_t> row(worker.visible.data() + i * n_k_, n);
        worker.fully_masked_rows += std::ranges::none_of(row, [](std::uint8_t v) { return v != 0; }) ? 1 : 0;
    }
}

Result<void> ForwardPass::scores_of(Worker& worker, const Rows& rows) {
    const Index d_k = dims_.d_head();
    const ConstMatrixView Q = std::as_const(trace_.Q).head(rows.b, rows.h, d_k);
    const ConstMatrixView K = std::as_const(trace_.K).head(rows.b, rows.h, d_k);
    MatrixView scores = block_of(trace_.scores.matrix(rows.b, rows.h), rows.first, rows.count, 0, n_k_);
    scores.setZero();
    worker.multiplier->add_product_transposed(rows_of(Q, rows.first, rows.count), K, scores);
    scores.array() /= divisor_;
    if (!all_finite({scores.data(), static_cast<std::size_t>(rows.count * n_k_)})) {
        return fail(ErrorCode::result_not_finite, "scores");
    }
    if (!pace_.advance(rows.count * n_k_ * d_k)) {
        return fail(ErrorCode::cancelled);
    }
    return {};
}

void ForwardPass::weights_of(Worker& worker, const Rows& rows) {
    const std::size_t n = static_cast<std::size_t>(n_k_);
    for (Index i = 0; i < rows.count; ++i) {
        const Index row = ((rows.b * dims_.n_heads() + rows.h) * n_q_ + rows.first + i) * n_k_;
        const std::span<float> weights(trace_.weights.data() + row, n);
        const std::span<const std::uint8_t> visible(worker.visible);
        softmax_row({trace_.scores.data() + row, n},
                    visible.empty() ? visible : visible.subspan(static_cast<std::size_t>(i) * n, n),
                    settings_.mask_fill, weights);
        if (!trace_.dropped.empty()) {
            drop_weights(settings_, rows.b, rows.h, rows.first + i, 0, worker.keep, weights,
                         {trace_.dropped.data() + row, n});
        }
    }
}

Result<void> ForwardPass::concat_of(Worker& worker, const Rows& rows) {
    const Index d_k = dims_.d_head();
    const ConstMatrixView V = std::as_const(trace_.V).head(rows.b, rows.h, d_k);
    MatrixView concat = block_of(trace_.concat.head(rows.b, rows.h, d_k), rows.first, rows.count, 0, d_k);
    concat.setZero();
    worker.multiplier->add_product(rows_of(trace_.attention().matrix(rows.b, rows.h), rows.first, rows.count), V,
                                   concat);
    if (!pace_.advance(rows.count * n_k_ * d_k)) {
        return fail(ErrorCode::cancelled);
    }
    return {};
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
    return check_forward(input, parameters, dims, settings).and_then([&] {
        return ForwardPass(input, parameters, dims, settings, control).run();
    });
}

} // namespace headscope
