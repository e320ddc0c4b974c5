#include "tests/bench/engine_runs.h"

#include <utility>

#include "core/attention/blocked_attention.h"
#include "core/base/build_info.h"
#include "core/base/contract.h"

namespace headscope::bench {

namespace {

AttentionSettings settings_of(const EngineRun& run) {
    AttentionSettings settings;
    settings.mask = run.causal ? Mask::causal() : Mask();
    return settings;
}

// What `use` makes of the run's Trace, whatever its type.
template <typename Use>
auto with_trace(const Problem& p, const EngineRun& run, Use use) {
    const AttentionSettings settings = settings_of(run);
    RunControl control;
    control.threads = run.threads;
    if (!run.wanted.weights) {
        auto trace = blocked_attend(p.input(), p.parameters(), p.dims(), settings, control);
        HEADSCOPE_EXPECTS(trace.has_value());
        return use(*trace);
    }
    auto trace = attend(p.input(), p.parameters(), p.dims(), settings, control);
    HEADSCOPE_EXPECTS(trace.has_value());
    return use(*trace);
}

} // namespace

void run_engine(const Problem& problem, const EngineRun& run) {
    with_trace(problem, run, [](const auto& trace) { return trace.fully_masked_rows; });
}

Tensor engine_output(const Problem& problem, const EngineRun& run) {
    return with_trace(problem, run, [](auto& trace) { return std::move(trace.output); });
}

MeasuredMemory engine_memory(const Problem& problem, const EngineRun& run) {
    return with_trace(problem, run, [](const auto& trace) { return trace.memory; });
}

std::vector<std::string> engine_levels() {
    return {std::string(instruction_set())};
}

void use_engine_level(const std::string& level) {
    HEADSCOPE_EXPECTS(level == instruction_set());
}

} // namespace headscope::bench
