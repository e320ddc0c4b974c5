#include "app/memory_report.h"

#include <limits>

namespace headscope::ui {

namespace {

std::optional<TwiceTheHeads> twiceTheHeads(const MemoryCost& cost, Keep keep) {
    const Index heads = cost.settings.n_heads;
    if (heads > std::numeric_limits<Index>::max() / 2) {
        return std::nullopt;
    }
    const Result<MemoryCost> twice = memory_cost(with_heads(cost.settings, 2 * heads, keep));
    if (!twice) {
        return std::nullopt;
    }
    return TwiceTheHeads{twice->settings.d_model, twice->peak_bytes,
                         static_cast<double>(twice->peak_bytes) / static_cast<double>(cost.peak_bytes),
                         same_peak_moment(cost, *twice) ? std::string_view() : twice->peak_tensor()};
}

Result<void> addFlops(MemoryReport& report) {
    const CostSettings& settings = report.cost.settings;
    return flop_cost(flop_settings(settings)).map([&](FlopCost flops) {
        report.flops = std::move(flops);
        report.flops_backward = settings.mode == CostMode::training ? report.flops.backward_total : 0;
    });
}

Result<void> addStack(MemoryReport& report, Index layers) {
    return stack_cost(report.cost, layers).map([&report](const StackCost& stack) { report.stack = stack; });
}

Result<void> addBudget(MemoryReport& report, const std::optional<Index>& budget) {
    return needed_bytes(report.cost).and_then([&](Index needed) -> Result<void> {
        report.needed_bytes = needed;
        report.budget = budget;
        if (!budget) {
            return {};
        }
        return fit_budget(report.cost.settings, *budget).map([&report](const BudgetFit& fit) { report.fit = fit; });
    });
}

Result<void> addKvCache(MemoryReport& report, const MemoryOptions& options) {
    const CostSettings& settings = report.cost.settings;
    report.kvSettings = {.batch = settings.batch,
                         .layers = options.layers,
                         .d_model = settings.d_model,
                         .n_heads = settings.n_heads,
                         .kv_heads = options.kvHeads.value_or(settings.n_heads),
                         .cached = settings.seq_len,
                         .element_bytes = element_bytes(settings.element)};
    return kv_cache_cost(report.kvSettings).map([&report](const KvCacheCost& cost) { report.kvCache = cost; });
}

Result<void> addTensorParallel(MemoryReport& report, const std::optional<Index>& devices) {
    if (!devices) {
        return {};
    }
    return tensor_parallel_cost(report.cost.settings, *devices).map([&report](const TensorParallelCost& cost) {
        report.tensorParallel = cost;
    });
}

Result<void> addSavedTensors(MemoryReport& report) {
    if (report.cost.settings.mode != CostMode::training) {
        return {};
    }
    return saved_tensors(report.cost.settings).map([&report](std::vector<SavedTensor> tensors) {
        report.savedTensors = std::move(tensors);
    });
}

/// What follows from the cost.
Result<MemoryReport> completed(MemoryCost cost, const MemoryOptions& options) {
    MemoryReport report;
    report.cost = std::move(cost);
    report.keepDModel = twiceTheHeads(report.cost, Keep::d_model);
    report.keepDHead = twiceTheHeads(report.cost, Keep::d_head);
    report.breakEvens = break_evens(report.cost.settings);
    return addFlops(report)
        .and_then([&] { return addStack(report, options.layers); })
        .and_then([&] { return addBudget(report, options.budget); })
        .and_then([&] { return addKvCache(report, options); })
        .and_then([&] { return addTensorParallel(report, options.devices); })
        .and_then([&] { return addSavedTensors(report); })
        .map([&report] { return std::move(report); });
}

} // namespace

double MemoryReport::shareWithHeads() const {
    return cost.peak_bytes == 0
               ? 0.0
               : static_cast<double>(cost.peak_with_heads_bytes) / static_cast<double>(cost.peak_bytes);
}

Result<MemoryReport> memoryReport(const MemoryOptions& options, Index heads) {
    CostSettings settings = options.settings;
    settings.n_heads = heads;
    return memory_cost(settings).and_then([&options](MemoryCost cost) { return completed(std::move(cost), options); });
}

Result<std::vector<MemoryReport>> memoryReports(const MemoryOptions& options) {
    std::vector<MemoryReport> reports;
    for (const Index heads : options.heads) {
        Result<MemoryReport> report = memoryReport(options, heads);
        if (!report) {
            return tl::make_unexpected(report.error());
        }
        reports.push_back(*std::move(report));
    }
    return reports;
}

} // namespace headscope::ui
