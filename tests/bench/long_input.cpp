#include "tests/bench/goals.h"
#include "tests/bench/machine.h"
#include "tests/bench/speed_tables.h"

namespace headscope::bench {

namespace {

constexpr Case small{2048, 512, 8};
constexpr Case large{16384, 512, 8};
constexpr EngineRun blocked{.wanted = {.scores = false, .weights = false}};

std::string megabytes(Index bytes) {
    return ratio_text(static_cast<double>(bytes) * 1e-6) + " MB";
}

/// Q, K, V and output.
Index results_bytes(const Case& c) {
    return 4 * c.n * c.d_model * static_cast<Index>(sizeof(float));
}

} // namespace

void long_input(Report& report, Count count) {
    const Problem from(small);
    const Problem to(large);
    const Timings timings = interleaved(
        {contender("small", [&] { run_engine(from, blocked); }), contender("large", [&] { run_engine(to, blocked); })},
        3, count);
    const double times = timings.of("large").median / timings.of("small").median;
    const auto growth = static_cast<double>(large.n / small.n);
    const Index before = resident_bytes();
    forget_peak_resident();
    const Index counted = engine_memory(to, blocked).peak_bytes;
    const Index resident = peak_resident_bytes() - before;
    report.heading("16,384 tokens without weights");
    report.paragraph(
        "d_model 512, 8 heads, one thread, median of 3. Extra memory is the peak without input, Q, K, V and "
        "output: as the engine counts its tensors and buffers, and as the system counts the process's pages.");
    report.table(
        {"what", "measured", "goal"},
        {{"n = 2,048", time_text(timings.of("small").median), "-"},
         {"n = 16,384", time_text(timings.of("large").median), "-"},
         {"times as long", ratio_text(times), "-"},
         {"of the quadratic law, 64 times", ratio_text(times / (growth * growth)), ratio_text(long_input_goal)},
         {"of the multiply-adds, " + ratio_text(product_flops(large) / product_flops(small)) + " times",
          ratio_text(times * product_flops(small) / product_flops(large)), "-"},
         {"extra memory, counted", megabytes(counted - results_bytes(large)), ratio_text(long_input_megabytes) + " MB"},
         {"extra memory, the process's", megabytes(resident - results_bytes(large)), "-"}});
}

} // namespace headscope::bench
