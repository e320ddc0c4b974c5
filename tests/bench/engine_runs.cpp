#include "tests/bench/engine_runs.h"

#include <algorithm>
#include <memory_resource>
#include <utility>

#include "core/attention/workers.h"
#include "core/base/contract.h"
#include "core/kernels/instruction_set.h"

namespace headscope::bench {

namespace {

AttentionSettings settings_of(const EngineRun& run) {
    AttentionSettings settings;
    settings.mask = run.causal ? Mask::causal() : Mask();
    return settings;
}

Trace trace_of(const Problem& p, const EngineRun& run, std::shared_ptr<std::pmr::memory_resource> memory) {
    // Threads that wait for work, as the engine object has them.
    static Workers workers(2);
    RunControl control;
    control.threads = run.threads;
    control.workers = &workers;
    control.memory = std::move(memory);
    Result<Trace> trace = attend(p.input(), p.packed(), p.dims(), settings_of(run), control, run.wanted);
    HEADSCOPE_EXPECTS(trace.has_value());
    return *std::move(trace);
}

} // namespace

void run_engine(const Problem& problem, const EngineRun& run) {
    trace_of(problem, run, problem.memory());
}

Tensor engine_output(const Problem& problem, const EngineRun& run) {
    return trace_of(problem, run, problem.memory()).output;
}

MeasuredMemory engine_memory(const Problem& problem, const EngineRun& run) {
    return trace_of(problem, run, nullptr).memory;
}

std::vector<std::string> engine_levels() {
    const std::vector<std::string_view> sets = instruction_sets();
    std::vector<std::string> names;
    for (const std::string_view set : sets) {
        if (std::ranges::count(names, set) == 0) {
            names.emplace_back(set);
        }
    }
    return names;
}

void use_engine_level(const std::string& level) {
    HEADSCOPE_EXPECTS(use_instruction_set(level));
}

} // namespace headscope::bench
