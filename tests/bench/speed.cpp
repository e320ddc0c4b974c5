#include <cstdio>
#include <cstdlib>

#include "core/base/build_info.h"
#include "core/base/memory.h"
#include "tests/bench/comparison.h"
#include "tests/bench/goals.h"
#include "tests/bench/machine.h"
#include "tests/bench/sections.h"
#include "tests/bench/speed_tables.h"

namespace headscope::bench {

namespace {

std::vector<std::string> versions(const Comparison& comparison) {
    std::vector<std::string> lines{"Machine: " + processor_text() + "; " + system_text(),
                                   "Headscope " + std::string(version()) + ", compiled by " + compiler_text()};
    bool openblas = false;
    for (const Yardstick& yardstick : comparison.yardsticks()) {
        lines.push_back(yardstick.name);
        openblas |= yardstick.key.starts_with("openblas");
    }
    if (!openblas) {
        lines.emplace_back("OpenBLAS: not there (Debian's libopenblas-dev)");
    }
    lines.push_back(comparison.pytorch() != nullptr ? comparison.pytorch()->about()
                                                    : "PyTorch: not there (Debian's python3-torch)");
    return lines;
}

void introduction(Report& report, const Comparison& comparison, const Options& options) {
    report.heading("Performance");
    report.paragraph("Measured on " + today() + " by `./dev bench" + (options.quick ? " --quick" : "") +
                     (options.busy ? " --busy" : "") + " --write docs/performance.md`.");
    report.list(versions(comparison));
    report.paragraph(
        "One thread unless said; float32, one input, no dropout. Everything in a table was run in turn, " +
        std::to_string(options.rounds()) +
        " rounds in one run, and the median of the rounds is shown; short calls are repeated for 4 ms in "
        "each turn. All keep their memory from one call to the next, as Headscope's engine does: Eigen and "
        "OpenBLAS write into the same arrays, PyTorch's C library is told to (how much that matters is said "
        "at the end). Up to "
        "512 tokens the outputs of all were compared.");
    if (options.busy) {
        report.paragraph(
            "The machine was busy with other programs, so what one thread does is counted in processor time "
            "(`--busy`); two threads are taken by the clock, and waited for their turn.");
    }
    if (!is_zen4()) {
        report.paragraph("The goals are those for one core of Zen 4. This processor is another one: its figures stand "
                         "beside them for information.");
    }
}

std::vector<Case> cases(const Options& options) {
    std::vector<Case> chosen;
    for (const Goal& goal : goals) {
        if (!options.quick || goal.size.n <= 128) {
            chosen.push_back(goal.size);
        }
    }
    // 64 heads at n = 2,048: a trace has 2 GiB, each PyTorch takes 3 and more, the yardsticks' weights 1.
    std::erase_if(chosen, [](const Case& c) { return c.n_heads > 32 && memory_allowance() < Index{8} << 30; });
    return chosen;
}

void all_heads(Report& report, Comparison& comparison, const Options& options) {
    std::vector<Measured> measured;
    for (const Case& c : cases(options)) {
        measured.push_back({c, comparison.measure(c)});
    }
    times_table(report, measured, comparison.yardsticks());
    ratios_table(report, measured, comparison.yardsticks());
    peak_table(report, measured);
    levels_table(report, measured);
    avx2_table(report, measured, comparison.yardsticks());
}

void causal(Report& report, Comparison& comparison, const Options& options) {
    std::vector<Measured> measured;
    for (const CausalGoal& goal : causal_goals) {
        if (!options.quick || goal.n <= 512) {
            const Case c{goal.n, 512, 8};
            measured.push_back({c, comparison.measure_causal(c)});
        }
    }
    causal_table(report, measured, comparison.yardsticks());
}

} // namespace

bool speed(const Options& options) {
    setenv("OPENBLAS_NUM_THREADS", "1", 1); // before the library is opened
    const double load_before = load_average();
    Report report;
    const Count count = options.busy ? Count::processor : Count::clock;
    Comparison comparison(options.rounds(), count);
    introduction(report, comparison, options);
    all_heads(report, comparison, options);
    causal(report, comparison, options);
    if (!options.quick) {
        long_input(report, count);
        pytorch_settings(report, count);
    }
    char load[160];
    std::snprintf(load, sizeof load,
                  "Processes that wanted to run, over a minute: %.1f before, %.1f after (1.0 is this program alone).",
                  load_before, load_average());
    report.paragraph(load);
    if (!options.write.empty() && !report.write(options.write)) {
        std::fprintf(stderr, "Cannot write %s\n", options.write.c_str());
        return false;
    }
    return comparison.agrees();
}

} // namespace headscope::bench
