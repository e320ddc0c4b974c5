#include "core/engine/engine.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <new>
#include <optional>

#include "core/attention/block_sizes.h"
#include "core/attention/workers.h"
#include "core/base/contract.h"
#include "core/base/memory.h"
#include "core/base/recycled_memory.h"
#include "core/engine/earlier_rows.h"
#include "core/engine/parameter_cache.h"
#include "core/engine/run_cost.h"
#include "core/engine/summary.h"
#include "core/engine/text_embedder.h"

namespace headscope {

namespace {

class Stopwatch {
public:
    /// Seconds since the start or the last lap.
    double lap() {
        const Clock::time_point now = Clock::now();
        const std::chrono::duration<double> seconds = now - last_;
        last_ = now;
        return seconds.count();
    }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point last_ = Clock::now();
};

// The shape as its file has it: without the batch axis where the file had none.
std::string shape_as_given(std::array<Index, 3> shape, bool batched) {
    return shape_text(std::span(shape).subspan(batched ? 0 : 1));
}

Result<void> check_shape(const char* name, const Tensor& tensor, const std::array<Index, 3>& needed, bool batched) {
    HEADSCOPE_EXPECTS(tensor.rank() == 3 && !tensor.empty());
    const std::array<Index, 3> given{tensor.dim(0), tensor.dim(1), tensor.dim(2)};
    if (given != needed) {
        return fail(ErrorCode::array_wrong_shape, name, shape_as_given(given, batched),
                    shape_as_given(needed, batched));
    }
    return {};
}

Result<void> check_arrays(const ArrayInput& input, Index d_model) {
    const auto& [query, key, value] = input.arrays;
    HEADSCOPE_EXPECTS(query != nullptr && key != nullptr && value != nullptr);
    const Index batch = query->dim(0);
    const Index n_k = key->dim(1);
    return check_shape("query", *query, {batch, query->dim(1), d_model}, input.batched)
        .and_then([&] {
            return check_shape("key", *key, {batch, n_k, d_model}, input.batched);
        })
        .and_then([&] {
            return check_shape("value", *value, {batch, n_k, d_model}, input.batched);
        });
}

struct Sizes {
    Index batch, n_q, n_k;
};

// Refuses before anything large is allocated: everything that the run will hold, counted exactly.
Result<Index> check_memory(const Request& request, const Sizes& sizes, Index threads) {
    const Index needed = bytes_of_run(request, sizes.batch, sizes.n_q, sizes.n_k, threads);
    const Index allowed = memory_allowance();
    if (needed > allowed) {
        return fail(ErrorCode::needs_too_much_memory, needed, allowed);
    }
    return needed;
}

// White space alone is no text, also where characters keep it.
bool is_blank(std::string_view text) {
    const auto visible_ascii = [](char c) { return c > ' ' && c < '\x7f'; };
    return std::ranges::none_of(text, visible_ascii) &&
           tokenize(text, Tokenizer::words).map([](const auto& words) { return words.empty(); }) == true;
}

// `bytes` is what the run will need.
Result<AttentionInput> input_of(const ArrayInput& arrays, const Request& request, Index threads, Index& bytes) {
    const AttentionInput& given = arrays.arrays;
    return check_arrays(arrays, request.dims.d_model())
        .and_then([&] {
            return check_memory(request, {given.query->dim(0), given.query->dim(1), given.key->dim(1)}, threads);
        })
        .map([&](Index needed) {
            bytes = needed;
            return given;
        });
}

} // namespace

// Of the run before, and of memory that nobody uses: more is not worth what the next run may need.
constexpr Index most_kept_bytes = Index{256} << 20;

struct Engine::Cache {
    ParameterCache parameters;
    TextEmbedder embedder;
    std::shared_ptr<RecycledMemory> memory = std::make_shared<RecycledMemory>(most_kept_bytes);
    std::optional<Workers> workers; ///< as many as the last run that needed some
    std::shared_ptr<const Snapshot> before;

    Result<AttentionInput> input_of(const TextInput& text, const Request& request, const RunControl& control,
                                    Snapshot& snapshot, Index& bytes);
    Result<std::shared_ptr<const Snapshot>> run(const Request& request, const RunControl& control, Index& bytes);
    Result<void> attend(const AttentionInput& input, const PackedParameters& packed, const RunControl& control,
                        Snapshot& snapshot);
    /// With the threads and the memory that wait here for the next run.
    RunControl control_of(RunControl control, Index threads);
};

// X of a text; without tensors where it has no token.
Result<AttentionInput> Engine::Cache::input_of(const TextInput& text, const Request& request, const RunControl& control,
                                               Snapshot& snapshot, Index& bytes) {
    Stopwatch watch;
    Result<std::vector<Token>> tokens = tokenize(text.text, text.tokenizer);
    snapshot.timings.tokenize = watch.lap();
    if (!tokens) {
        return tl::make_unexpected(std::move(tokens.error()));
    }
    if (is_blank(text.text)) {
        tokens->clear();
    }
    const Index n = static_cast<Index>(tokens->size());
    if (request.token_limit > 0 && n > request.token_limit) {
        return fail(ErrorCode::too_many_tokens, n, request.token_limit);
    }
    snapshot.tokens = std::move(*tokens);
    return check_memory(request, {1, n, n}, control.threads).and_then([&](Index needed) -> Result<AttentionInput> {
        bytes = needed;
        if (n == 0) {
            return {};
        }
        watch.lap();
        Result<Tensor> embedded =
            embedder.embed(snapshot.tokens, request.seed, request.dims.d_model(), text.positions, control.stop);
        if (!embedded) {
            return tl::make_unexpected(std::move(embedded.error()));
        }
        const auto X = std::make_shared<const Tensor>(std::move(*embedded));
        snapshot.timings.embed = watch.lap();
        return AttentionInput{X, X, X};
    });
}

Result<std::shared_ptr<const Snapshot>> Engine::Cache::run(const Request& request, const RunControl& control,
                                                           Index& bytes) {
    Stopwatch total;
    Stopwatch watch;
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->request = request;
    snapshot->threads = control.threads;
    const Result<AttentionInput> input = request.attention.check().and_then([&] {
        const ArrayInput* const arrays = std::get_if<ArrayInput>(&request.input);
        return arrays != nullptr ? headscope::input_of(*arrays, request, control.threads, bytes)
                                 : input_of(std::get<TextInput>(request.input), request, control, *snapshot, bytes);
    });
    if (!input) {
        return tl::make_unexpected(input.error());
    }
    watch.lap();
    Result<ParameterCache::Answer> answer = parameters.get(request, control.stop);
    if (!answer) {
        return tl::make_unexpected(std::move(answer.error()));
    }
    snapshot->parameters = answer->parameters;
    snapshot->timings.parameters = answer->made ? watch.lap() : 0.0;
    if (input->query != nullptr) {
        if (const Result<void> done = attend(*input, *answer->packed, control, *snapshot); !done) {
            return tl::make_unexpected(done.error());
        }
    }
    snapshot->timings.total = total.lap();
    before = snapshot->trace.bytes() <= most_kept_bytes ? snapshot : nullptr;
    return snapshot;
}

Result<void> Engine::Cache::attend(const AttentionInput& input, const PackedParameters& packed,
                                   const RunControl& control, Snapshot& snapshot) {
    Stopwatch watch;
    const Request& request = snapshot.request;
    const Sizes sizes{input.query->dim(0), input.query->dim(1), input.key->dim(1)};
    const Wanted wanted = kept_by(request, sizes.n_q, sizes.n_k);
    const Earlier earlier = earlier_rows(before.get(), snapshot, wanted);
    snapshot.timings.rows_before = earlier.rows;
    const Index work = multiplications(sizes.batch, sizes.n_q, sizes.n_k, request.dims.d_model());
    return headscope::attend(input, packed, request.dims, request.attention,
                             control_of(control, threads_of_run(control.threads, work)), wanted, earlier)
        .and_then([&](Trace&& trace) {
            snapshot.trace = std::move(trace);
            snapshot.timings.attention = watch.lap();
            const Index cells = snapshot.trace.weights.size();
            return summarise(snapshot.trace, control_of(control, threads_of_cells(control.threads, cells)));
        })
        .map([&](Summary&& summary) {
            snapshot.heads = std::move(summary.heads);
            snapshot.largest_row_sum_error = summary.largest_row_sum_error;
        });
}

RunControl Engine::Cache::control_of(RunControl control, Index threads) {
    if (threads > 1 && (!workers || workers->count() != threads)) {
        workers.emplace(threads);
    }
    control.threads = threads;
    control.workers = workers ? &*workers : nullptr;
    control.memory = memory;
    return control;
}

Engine::Engine()
    : cache_(std::make_unique<Cache>()) {
}

Engine::~Engine() = default;

void Engine::forget_last_run() {
    cache_->before.reset();
}

Result<std::shared_ptr<const Snapshot>> Engine::run(const Request& request, const RunControl& control) {
    Index bytes = 0;
    try {
        return cache_->run(request, control, bytes);
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::out_of_memory, bytes);
    }
}

} // namespace headscope
