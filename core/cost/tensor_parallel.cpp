#include "core/cost/tensor_parallel.h"

#include "core/cost/checked.h"

namespace headscope {

Result<TensorParallelCost> tensor_parallel_cost(const CostSettings& settings, Index devices) {
    if (const Result<void> checked = settings.check(); !checked) {
        return tl::make_unexpected(checked.error());
    }
    if (devices < 1) {
        return fail(ErrorCode::cost_size_not_positive, "devices", devices);
    }
    if (settings.n_heads % devices != 0) {
        return fail(ErrorCode::devices_do_not_divide, settings.n_heads, devices);
    }
    const Index d = settings.d_model;
    const Checked cells = Checked(settings.batch) * settings.seq_len * element_bytes(settings.element);
    const Checked rows = cells * d;
    const Checked scores = cells * settings.n_heads * settings.seq_len;
    const Checked split = rows * 4 + scores * (settings.drops() ? 3 : 2);
    const int all_reduces = devices == 1 ? 0 : settings.mode == CostMode::training ? 2 : 1;
    // t divides h and h divides d_model, so every share below is whole.
    const Checked sent = rows * (Checked(devices) - 1) * (2 * all_reduces);
    if (split.overflow() || sent.overflow()) {
        return fail(ErrorCode::cost_too_large, settings.batch, settings.seq_len, d, settings.n_heads);
    }
    TensorParallelCost cost;
    cost.devices = devices;
    cost.heads_per_device = settings.n_heads / devices;
    cost.parameters_per_device = 4 * d * (d / devices) + 3 * (d / devices) + d;
    cost.split_bytes = split.value();
    cost.split_bytes_per_device = split.value() / devices;
    cost.replicated_bytes = (rows * 2).value();
    cost.all_reduces = all_reduces;
    cost.all_reduce_bytes = all_reduces == 0 ? 0 : rows.value();
    cost.sent_per_device = sent.value() / devices;
    return cost;
}

} // namespace headscope
