#pragma once

#include <string_view>

#include "core/cost/memory_cost.h"

namespace headscope {

/// What fits in a memory budget: see needed_bytes().
struct BudgetFit {
    Index largest_seq_len = 0;      ///< 0: not even one token fits
    Index needed_bytes = 0;         ///< at largest_seq_len (0 where nothing fits)
    Index needed_one_more = 0;      ///< at largest_seq_len + 1
    std::string_view breaking_term; ///< name of the tensor whose allocation first passes the budget at one token more;
                                    ///< "parameters" where they and the optimizer's states alone do
};

/// What a machine must have for one layer: the larger of peak_bytes + parameter_bytes + optimizer_bytes and, in
/// training, step_peak_bytes + parameter_bytes. Error: cost_too_large.
Result<Index> needed_bytes(const MemoryCost& cost);

/// The largest seq_len for which the question fits in `budget` bytes (settings.seq_len is ignored). Errors: those of
/// memory_cost().
Result<BudgetFit> fit_budget(CostSettings settings, Index budget);

} // namespace headscope
