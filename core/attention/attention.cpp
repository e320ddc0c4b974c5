#include "core/attention/attention.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <optional>

#include "core/attention/block_sizes.h"
#include "core/attention/forward_steps.h"
#include "core/attention/head_panels.h"
#include "core/attention/linear_layers.h"
#include "core/attention/run_pace.h"
#include "core/attention/workers.h"
#include "core/base/contract.h"
#include "core/base/counting_resource.h"

namespace headscope {

namespace {

// Larger tensors do not stay in the caches until somebody reads them.
constexpr Index past_cache_bytes = Index{8} << 20;

class ForwardPass {
public:
    ForwardPass(const AttentionInput& input, const PackedParameters& parameters, const ModelDims& dims,
                const AttentionSettings& settings, const RunControl& control, const Wanted& wanted,
                const Earlier& earlier)
        : parameters_(parameters)
        , dims_(dims)
        , settings_(settings)
        , wanted_(wanted)
        , earlier_(earlier)
        , batch_(input.query->dim(0))
        , n_q_(input.query->dim(1))
        , n_k_(input.key->dim(1))
        , first_(earlier.heads ? earlier.rows : 0)
        , all_weights_(!is_blocked(wanted))
        , tasks_(head_tasks(batch_, dims.n_heads(), std::max<Index>(1, n_q_ - first_),
                            all_weights_ ? 1 : blocked_panels(n_q_)))
        , threads_(control.threads)
        , pace_(control, multiplications(batch_, n_q_, n_k_, dims.d_model()))
        , workers_(control.workers)
        , memory_(std::make_shared<CountingResource>(control.memory)) {
        HEADSCOPE_EXPECTS(!earlier.heads || (!wanted.scores && wanted.map_tile == 0));
        trace_.input = input;
        if (workers_ == nullptr) {
            workers_ = &own_workers_.emplace(std::min(threads_, 4 * tasks_.count)); // more would find nothing to do
        }
    }

    Result<Trace> run();

private:
    Result<void> make_inputs();
    Result<void> make_heads();
    Result<void> make_output();
    Tensor rows_tensor(Index n) { return Tensor({batch_, n, dims_.d_model()}, memory_); }
    void allocate_cells();
    Result<void> take_over_heads();

    HeadRows rows_of(Index task) const;
    Result<void> with_all_weights(HeadPanels& head, const HeadRows& rows);
    void write_map(HeadPanels& head, const HeadRows& rows);
    float* cells(Tensor& t, const HeadRows& rows) const {
        return t.data() + ((rows.b * dims_.n_heads() + rows.h) * n_q_ + rows.first) * n_k_;
    }
    float* concat(const HeadRows& rows) {
        return trace_.concat.data() + (rows.b * n_q_ + rows.first) * dims_.d_model() + rows.h * dims_.d_head();
    }
    bool past_cache(const Tensor& t) const { return t.bytes() >= past_cache_bytes; }
    [[nodiscard]] Result<void> advance(const HeadRows& rows) {
        return pace_.advance(2 * rows.count * n_k_ * dims_.d_head()) ? Result<void>() : fail(ErrorCode::cancelled);
    }

    const PackedParameters& parameters_;
    const ModelDims& dims_;
    const AttentionSettings& settings_;
    const Wanted& wanted_;
    const Earlier& earlier_;
    Index batch_, n_q_, n_k_;
    Index first_; // row that is computed; what the heads make of those before is taken over
    bool all_weights_;
    HeadTasks tasks_;
    Index threads_;
    bool scores_may_overflow_ = false;
    RunPace pace_;
    Workers* workers_;
    std::optional<Workers> own_workers_;
    std::shared_ptr<CountingResource> memory_;
    Trace trace_;
};

// core/cost/headscope_memory.cpp tells the same allocations in the same order.
Result<Trace> ForwardPass::run() {
    return make_inputs().and_then([&] { return make_heads(); }).and_then([&] { return make_output(); }).map([&] {
        trace_.memory = {memory_->peak_bytes(), memory_->alive_bytes()};
        pace_.finish();
        return std::move(trace_);
    });
}

void take_over(const Tensor& from, Tensor& to, Index rows) {
    std::memcpy(to.data(), from.data(), static_cast<std::size_t>(rows * to.dim(2)) * sizeof(float));
}

Result<void> ForwardPass::make_inputs() {
    trace_.Q = rows_tensor(n_q_);
    trace_.K = rows_tensor(n_k_);
    trace_.V = rows_tensor(n_k_);
    const Index rows = earlier_.rows;
    if (rows > 0) {
        take_over(earlier_.trace->Q, trace_.Q, rows);
        take_over(earlier_.trace->K, trace_.K, rows);
        take_over(earlier_.trace->V, trace_.V, rows);
    }
    LinearLayer layers[] = {{"Q", trace_.input.query.get(), &parameters_.W_q, &trace_.Q, rows},
                            {"K", trace_.input.key.get(), &parameters_.W_k, &trace_.K, rows},
                            {"V", trace_.input.value.get(), &parameters_.W_v, &trace_.V, rows}};
    return apply(layers, *workers_, threads_, pace_).map([&] {
        trace_.largest_Q = std::max(layers[0].largest, rows > 0 ? earlier_.trace->largest_Q : 0.0F);
        trace_.largest_K = std::max(layers[1].largest, rows > 0 ? earlier_.trace->largest_K : 0.0F);
        trace_.largest_V = std::max(layers[2].largest, rows > 0 ? earlier_.trace->largest_V : 0.0F);
        // No sum of d_k products, and no part of it, is larger.
        const double divided =
            static_cast<double>(trace_.largest_Q) / static_cast<double>(score_divisor(dims_, settings_));
        const double bound = static_cast<double>(dims_.d_head()) * divided * static_cast<double>(trace_.largest_K);
        scores_may_overflow_ = !(bound < 1e38 && divided < 1e38);
    });
}

void ForwardPass::allocate_cells() {
    const std::vector<Index> cells{batch_, dims_.n_heads(), n_q_, n_k_};
    if (wanted_.scores) {
        trace_.scores = Tensor(cells, memory_);
    }
    if (wanted_.weights) {
        trace_.weights = Tensor(cells, memory_);
        if (settings_.dropout > 0.0) {
            trace_.dropped = Tensor(cells, memory_);
        }
    }
    if (wanted_.map_tile > 0) {
        trace_.map = make_weight_map(batch_, dims_.n_heads(), n_q_, n_k_, wanted_.map_tile, memory_);
    }
    if (!all_weights_) {
        trace_.log_sum_exp = Tensor({batch_, dims_.n_heads(), n_q_}, memory_);
    }
    trace_.concat = rows_tensor(n_q_);
}

// Under the causal mask a row sees the keys up to its own; to all others, also to those it gains, belongs a 0.
void take_over_rows(const Tensor& from, Tensor& to, Index h, Index rows) {
    const ConstMatrixView old = from.matrix(0, h);
    MatrixView now = to.matrix(0, h);
    for (Index row = 0; row < rows; ++row) {
        float* const cells = now.data() + row * now.cols();
        std::copy_n(old.data() + row * old.cols(), row + 1, cells);
        std::fill(cells + row + 1, cells + now.cols(), 0.0F);
    }
}

Result<void> ForwardPass::take_over_heads() {
    const Trace& earlier = *earlier_.trace;
    take_over(earlier.concat, trace_.concat, first_);
    return workers_->for_each(dims_.n_heads(), threads_, [&](Index, Index h) -> Result<void> {
        if (!trace_.weights.empty()) {
            take_over_rows(earlier.weights, trace_.weights, h, first_);
        }
        if (!trace_.dropped.empty()) {
            take_over_rows(earlier.dropped, trace_.dropped, h, first_);
        }
        if (!trace_.log_sum_exp.empty()) {
            std::copy_n(earlier.log_sum_exp.data() + h * earlier.n_q(), first_, trace_.log_sum_exp.data() + h * n_q_);
        }
        return {};
    });
}

Result<void> ForwardPass::make_heads() {
    allocate_cells();
    if (first_ > 0) {
        if (Result<void> done = take_over_heads(); !done) {
            return done;
        }
    }
    const HeadInputs inputs{trace_.Q,
                            trace_.K,
                            trace_.V,
                            dims_,
                            settings_,
                            scores_may_overflow_,
                            exponential_scale(trace_.largest_V, n_k_)};
    // Buffers as for all rows, so that what a run takes in memory does not depend on the run before.
    const Index threads =
        std::min(threads_, head_tasks(batch_, dims_.n_heads(), n_q_, tasks_.query_rows / panel_lanes).count);
    const Index tasks = first_ == n_q_ ? 0 : tasks_.count;
    const auto each = [&](auto& heads, const auto& work) {
        for (Index i = 0; i < threads; ++i) {
            heads.emplace_back(inputs, memory_);
        }
        std::atomic<Index> fully_masked_rows = 0;
        return workers_
            ->for_each(tasks, threads,
                       [&](Index worker, Index task) {
                           auto& head = heads[static_cast<std::size_t>(worker)];
                           const HeadRows rows = rows_of(task);
                           return work(head, rows).and_then([&] {
                               fully_masked_rows += rows.h == 0 ? head.fully_masked_rows() : 0; // one head for all
                               return advance(rows);
                           });
                       })
            .map([&] { trace_.fully_masked_rows = fully_masked_rows; });
    };
    if (all_weights_) {
        std::deque<HeadPanels> heads;
        return each(heads, [&](HeadPanels& head, const HeadRows& rows) { return with_all_weights(head, rows); });
    }
    std::deque<OnlineHeadPanels> heads;
    return each(heads, [&](OnlineHeadPanels& head, const HeadRows& rows) {
        return head.run(rows, concat(rows), dims_.d_model(),
                        trace_.log_sum_exp.data() + (rows.b * dims_.n_heads() + rows.h) * n_q_ + rows.first);
    });
}

// Heads of a block of rows are neighbours where they share a mask that costs time to read; else blocks of a head are,
// which share its keys and values. The last block comes first: under the causal mask it is the longest.
HeadRows ForwardPass::rows_of(Index task) const {
    const Index heads = dims_.n_heads();
    const bool heads_inside = settings_.mask.kind() == Mask::Kind::matrix;
    const Index b = task / (heads * tasks_.blocks);
    const Index rest = task % (heads * tasks_.blocks);
    const Index h = heads_inside ? rest % heads : rest / tasks_.blocks;
    const Index block = tasks_.blocks - 1 - (heads_inside ? rest / heads : rest % tasks_.blocks);
    const Index first = first_ + block * tasks_.query_rows;
    return {b, h, first, std::min(tasks_.query_rows, n_q_ - first)};
}

Result<void> ForwardPass::with_all_weights(HeadPanels& head, const HeadRows& rows) {
    return head.make_scores(rows, wanted_.scores).map([&] {
        if (wanted_.scores) {
            head.write_scores(cells(trace_.scores, rows), past_cache(trace_.scores));
        }
        head.make_weights();
        if (wanted_.weights) {
            head.write_weights(cells(trace_.weights, rows), past_cache(trace_.weights));
        }
        head.drop();
        if (!trace_.dropped.empty()) {
            head.write_dropped(cells(trace_.dropped, rows), past_cache(trace_.dropped));
        }
        if (!trace_.map.empty()) {
            write_map(head, rows);
        }
        head.write_values(concat(rows), dims_.d_model());
    });
}

void ForwardPass::write_map(HeadPanels& head, const HeadRows& rows) {
    WeightMap& map = trace_.map;
    const Index tiles_a_row = map.largest.dim(3);
    const Index first =
        ((rows.b * dims_.n_heads() + rows.h) * map.largest.dim(2) + rows.first / map.tile) * tiles_a_row;
    head.write_map(map.tile, map.largest.data() + first, map.mean.data() + first, tiles_a_row);
}

Result<void> ForwardPass::make_output() {
    trace_.output = rows_tensor(n_q_);
    if (first_ > 0) {
        take_over(earlier_.trace->output, trace_.output, first_);
    }
    LinearLayer layer{"output", &trace_.concat, &parameters_.W_o, &trace_.output, first_};
    return apply({&layer, 1}, *workers_, threads_, pace_);
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
    for (const Tensor* t : {&Q, &K, &V, &scores, &weights, &dropped, &log_sum_exp, &concat, &output}) {
        sum += t->bytes();
    }
    return sum + map.bytes();
}

Result<Trace> attend(const AttentionInput& input, const PackedParameters& parameters, const ModelDims& dims,
                     const AttentionSettings& settings, const RunControl& control, const Wanted& wanted,
                     const Earlier& earlier) {
    return check_forward(input, parameters, dims, settings).and_then([&] {
        return ForwardPass(input, parameters, dims, settings, control, wanted, earlier).run();
    });
}

} // namespace headscope
