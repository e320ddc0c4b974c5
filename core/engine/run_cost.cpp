#include "core/engine/run_cost.h"

#include <algorithm>
#include <limits>

#include "core/attention/block_sizes.h"
#include "core/attention/forward_steps.h"
#include "core/cost/engines.h"

namespace headscope {

namespace {

MaskShape mask_shape(const Mask& mask) {
    switch (mask.kind()) {
    case Mask::Kind::none: return MaskShape::none;
    case Mask::Kind::causal: return MaskShape::all;
    case Mask::Kind::key_padding: return MaskShape::key_padding;
    case Mask::Kind::matrix: break;
    }
    return mask.values()->batches == 1 ? MaskShape::all : MaskShape::each_batch;
}

} // namespace

Wanted kept_by(const Request& request, Index n_q, Index n_k) {
    const Index n = std::max(n_q, n_k);
    if (request.map_above > 0 && n > request.map_above) {
        return {.scores = false, .weights = false, .map_tile = map_tile_for(n)};
    }
    return request.wanted;
}

CostSettings cost_settings(const Request& request, Index batch, Index n, Index threads) {
    CostSettings settings;
    settings.engine = is_blocked(kept_by(request, n, n)) ? CostEngine::blocked : CostEngine::materialised;
    settings.mode = request.attention.dropout > 0.0 ? CostMode::training : CostMode::inference;
    settings.batch = batch;
    settings.seq_len = n;
    settings.d_model = request.dims.d_model();
    settings.n_heads = request.dims.n_heads();
    settings.mask = mask_shape(request.attention.mask);
    settings.dropout = request.attention.dropout;
    settings.threads = threads_of_run(threads, multiplications(batch, n, n, request.dims.d_model()));
    return settings;
}

Result<MemoryCost> predicted_memory(const Request& request, Index batch, Index n_q, Index n_k, Index threads) {
    CostSettings settings = cost_settings(request, batch, n_q, threads);
    settings.threads = threads_of_run(threads, multiplications(batch, n_q, n_k, request.dims.d_model()));
    const Wanted kept = kept_by(request, n_q, n_k);
    if (n_k < 1) {
        return fail(ErrorCode::cost_size_not_positive, "seq_len", n_k);
    }
    return settings.check().and_then(
        [&] { return is_blocked(kept) ? blocked_memory(settings, n_k) : materialised_memory(settings, n_k, kept); });
}

Index bytes_of_run(const Request& request, Index batch, Index n_q, Index n_k, Index threads) {
    const Index d = request.dims.d_model();
    const Index parameters = 4 * (d * d + d) * static_cast<Index>(sizeof(float)) + PackedParameters::bytes(d);
    if (n_q == 0) { // a blank text
        return parameters;
    }
    const Result<MemoryCost> cost = predicted_memory(request, batch, n_q, n_k, threads);
    Index needed = 0;
    if (!cost || __builtin_add_overflow(cost->forward_peak_bytes, parameters, &needed)) {
        return std::numeric_limits<Index>::max();
    }
    return needed;
}

Result<MemoryCost> predicted_memory(const Request& request, Index batch, Index n) {
    return predicted_memory(request, batch, n, n, 1);
}

} // namespace headscope
