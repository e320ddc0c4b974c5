#pragma once

#include <optional>
#include <vector>

#include "app/memory_options.h"
#include "core/cost/break_even.h"
#include "core/cost/budget.h"
#include "core/cost/flops.h"
#include "core/cost/kv_cache.h"
#include "core/cost/memory_cost.h"
#include "core/cost/stack.h"
#include "core/cost/tensor_parallel.h"
#include "core/cost/transformer_activations.h"

namespace headscope::ui {

/// The same question with twice the heads.
struct TwiceTheHeads {
    Index d_model = 0;
    Index peak_bytes = 0;
    double factor = 0.0;         ///< of peak_bytes
    std::string_view other_peak; ///< the tensor that is made at this peak, where it is not the one of h heads
};

/// All that `headscope memory` says about one number of heads.
struct MemoryReport {
    MemoryCost cost; ///< one layer
    FlopCost flops;  ///< one layer
    Index flops_backward = 0;
    Index needed_bytes = 0;                  ///< one layer with parameters and optimizer states
    StackCost stack;                         ///< all layers
    std::optional<TwiceTheHeads> keepDModel; ///< none where 2h does not divide d_model
    std::optional<TwiceTheHeads> keepDHead;  ///< none where a size passes 63 bits
    std::vector<BreakEven> breakEvens;
    std::optional<Index> budget;
    std::optional<BudgetFit> fit; ///< one layer; where a budget was given

    KvCacheSettings kvSettings; ///< all layers, seq_len tokens in the cache
    KvCacheCost kvCache;
    std::optional<TensorParallelCost> tensorParallel; ///< one layer; where devices were given
    std::vector<SavedTensor> savedTensors;            ///< one layer; in training

    /// 0 to 1
    double shareWithHeads() const;
};

/// Errors: those of memory_cost(), flop_cost(), stack_cost(), kv_cache_cost(), tensor_parallel_cost().
Result<MemoryReport> memoryReport(const MemoryOptions& options, Index heads);

/// One for each number of heads.
Result<std::vector<MemoryReport>> memoryReports(const MemoryOptions& options);

} // namespace headscope::ui
