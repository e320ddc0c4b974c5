#pragma once

#include <string>
#include <vector>

#include "core/attention/attention.h"
#include "tests/bench/problem.h"

namespace headscope::bench {

/// How the engine is run: what is kept of it, and by how many threads. All calls of the engine that are timed are here.
struct EngineRun {
    Wanted wanted = {.scores = false, .weights = true};
    bool causal = false;
    Index threads = 1;
};

void run_engine(const Problem& problem, const EngineRun& run);
Tensor engine_output(const Problem& problem, const EngineRun& run);
/// In fresh memory.
MeasuredMemory engine_memory(const Problem& problem, const EngineRun& run);

/// The instruction sets that the engine can be told to use on this processor, the fastest first.
std::vector<std::string> engine_levels();
/// Until the next call; `level` is one of engine_levels().
void use_engine_level(const std::string& level);

} // namespace headscope::bench
