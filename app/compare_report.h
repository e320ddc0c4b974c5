#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "app/attend_job.h"
#include "core/attention/head_metrics.h"
#include "core/cost/flops.h"
#include "core/cost/memory_cost.h"
#include "core/engine/snapshot.h"

namespace headscope::ui {

/// One number of heads: what it costs, how long it takes here, what its heads look at.
struct ComparedHeads {
    MemoryCost predicted;  ///< of the run, by the formulas: forward_peak_bytes
    Index countedPeak = 0; ///< bytes that the engine really had allocated at the peak of its forward pass
    FlopCost flops;
    double seconds = 0.0; ///< of the forward pass: median of the runs after a first one that is not counted
    int runs = 0;
    std::vector<HeadMetrics> metrics; ///< one for each head
};

/// What `headscope compare` says.
struct CompareReport {
    std::shared_ptr<const Snapshot> first; ///< the run with the first number of heads: its request, its tokens
    std::vector<ComparedHeads> heads;      ///< in the order asked for
};

/// Runs the job's first line (or arrays) with each number of heads. Shows its progress on a terminal. Errors: those of
/// Engine::run(), predicted_memory(), flop_cost(); cancelled.
Result<CompareReport> compareHeads(const AttendJob& job, const std::stop_token& stop);

} // namespace headscope::ui
