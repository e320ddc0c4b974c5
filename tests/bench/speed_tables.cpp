#include "tests/bench/speed_tables.h"

#include <algorithm>

#include "tests/bench/fma_peak.h"
#include "tests/bench/goals.h"

namespace headscope::bench {

namespace {

using Cells = std::vector<std::string>;

Cells size_cells(const Case& c) {
    return {std::to_string(c.n), std::to_string(c.d_model), std::to_string(c.n_heads)};
}

Cells joined(Cells a, const Cells& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// Eigen with AVX2 and AVX-512, OpenBLAS: the baseline is too slow to compare with, but for the engine's own.
std::vector<Yardstick> fast_ones(std::vector<Yardstick> yardsticks) {
    if (yardsticks.size() > 1) {
        std::erase_if(yardsticks, [](const Yardstick& y) { return y.key == "eigen-baseline"; });
    }
    return yardsticks;
}

// "Eigen v3", "OpenBLAS"
std::string short_name(const Yardstick& yardstick) {
    if (yardstick.key.starts_with("openblas")) {
        return "OpenBLAS";
    }
    return "Eigen " + yardstick.key.substr(yardstick.key.rfind('-') + 1);
}

double ratio(Timing theirs, Timing ours) {
    return theirs.median / ours.median;
}

const Goal* goal_of(const Case& size) {
    const auto* const found = std::ranges::find(goals, size, &Goal::size);
    return found == std::end(goals) ? nullptr : found;
}

// FLOP/s; the least disturbed of the medians.
double largest_peak(const PeakLoop& loop, const std::vector<Measured>& measured) {
    double most = 0.0;
    for (const Measured& m : measured) {
        most = std::max(most, loop.flops / m.timings.of(peak_name(loop.name)).median);
    }
    return most;
}

/// FLOP/s, of the loop for this instruction set of the engine.
double peak_of(const std::string& level, const Timings& timings) {
    const std::span<const PeakLoop> loops = peak_loops();
    const auto found = std::ranges::find_if(loops, [&](const PeakLoop& loop) { return level == loop.name; });
    if (found == loops.end() && loops.empty()) {
        return no_goal;
    }
    const PeakLoop& loop = found == loops.end() ? loops.front() : *found; // SSSE3 and less: SSE2's
    return loop.flops / timings.of(peak_name(loop.name)).median;
}

} // namespace

void times_table(Report& report, const std::vector<Measured>& measured, const std::vector<Yardstick>& yardsticks) {
    const std::vector<Yardstick> others = fast_ones(yardsticks);
    Cells header{"n", "d_model", "heads", "weights", "+ scores", "blocked", "2 threads"};
    for (const Yardstick& y : others) {
        header.push_back(short_name(y));
    }
    header.insert(header.end(), {"PyTorch", "article"});
    std::vector<Cells> rows;
    for (const Measured& m : measured) {
        Cells row = size_cells(m.size);
        Cells names{engine_weights, engine_trace, engine_blocked, engine_two_threads};
        for (const Yardstick& y : others) {
            names.push_back(y.key);
        }
        for (const std::string& name : joined(names, {"multihead", "article"})) {
            row.push_back(time_text(m.timings.of(name).median));
        }
        rows.push_back(row);
    }
    report.heading("Time of a forward pass");
    report.paragraph("Headscope: `weights` returns every head's weights and the output, `+ scores` the scores too, "
                     "`blocked` no n x n tensor at all, `2 threads` is `weights` by two. The others return weights and "
                     "output: Eigen for the instruction sets x86-64-v4 (AVX-512) and v3 (AVX2), the same program with "
                     "OpenBLAS's products, torch.nn.MultiheadAttention, and the article's module in PyTorch.");
    report.table(header, rows);
}

void ratios_table(Report& report, const std::vector<Measured>& measured, const std::vector<Yardstick>& yardsticks) {
    const std::vector<Yardstick> others = fast_ones(yardsticks);
    Cells header{"n", "d_model", "heads", "PyTorch", "of minima", "installed", "goal", "article", "goal"};
    for (const Yardstick& y : others) {
        header.push_back(short_name(y));
    }
    header.insert(header.end(), {"+ scores", "2 threads"});
    std::vector<Cells> rows;
    for (const Measured& m : measured) {
        const Goal* const goal = goal_of(m.size);
        const Timing ours = m.timings.of(engine_weights);
        Cells row = size_cells(m.size);
        const Timing multihead = m.timings.of("multihead");
        row = joined(row, {ratio_text(ratio(multihead, ours)), ratio_text(multihead.minimum / ours.minimum),
                           ratio_text(ratio(m.timings.of(multihead_as_installed), ours)),
                           ratio_text(goal != nullptr ? goal->multihead : no_goal),
                           ratio_text(ratio(m.timings.of("article"), ours)),
                           ratio_text(goal != nullptr ? goal->article : no_goal)});
        for (const Yardstick& y : others) {
            row.push_back(ratio_text(ratio(m.timings.of(y.key), ours)));
        }
        row.push_back(ratio_text(ratio(m.timings.of(engine_trace), ours)));
        row.push_back(ratio_text(ratio(ours, m.timings.of(engine_two_threads))));
        rows.push_back(row);
    }
    report.heading("How many times faster");
    report.paragraph(
        "Their time divided by Headscope's with weights, one thread. `of minima` compares the fastest "
        "rounds, not the medians; `installed` is PyTorch without help for its memory. The goals were set "
        "with that, but where fresh pages are slow (see the end) it says more about the machine than about "
        "the engines. The last columns are Headscope's own: `+ scores` is its time divided by that with "
        "weights alone (goal: at most " +
        ratio_text(trace_goal) + "), `2 threads` the time of one thread divided by that of two (goal: " +
        ratio_text(threads_goal) + " from n = 128).");
    report.table(header, rows);
}

void peak_table(Report& report, const std::vector<Measured>& measured) {
    if (peak_loops().empty()) {
        return;
    }
    const PeakLoop& loop = peak_loops().back();
    std::vector<Cells> rows;
    for (const Measured& m : measured) {
        const Goal* const goal = goal_of(m.size);
        const double peak = loop.flops / m.timings.of(peak_name(loop.name)).median;
        Cells row = size_cells(m.size);
        row.push_back(ratio_text(peak * 1e-9));
        for (const auto& [name, wanted] : {std::pair{engine_weights, goal != nullptr ? goal->peak : no_goal},
                                           std::pair{engine_blocked, goal != nullptr ? goal->blocked_peak : no_goal}}) {
            const double speed = product_flops(m.size) / m.timings.of(name).median;
            row.insert(row.end(), {ratio_text(speed * 1e-9), percent_text(speed / peak), percent_text(wanted)});
        }
        rows.push_back(row);
    }
    report.heading("Share of the processor's peak");
    report.paragraph("GFLOP/s, counting the multiply-adds of the products alone, each as two: 8 n d^2 + 4 n^2 d. The "
                     "peak is that of a loop of " +
                     std::string(loop.what) + " in registers, run in the same rounds.");
    report.table({"n", "d_model", "heads", "peak", "weights", "share", "goal", "blocked", "share", "goal"}, rows);
}

void levels_table(Report& report, const std::vector<Measured>& measured) {
    const std::vector<std::string> levels = engine_levels();
    Cells header{"n", "d_model", "heads"};
    for (const std::string& level : levels) {
        header = joined(header, {level, "share", "ratio"});
    }
    std::vector<Cells> rows;
    for (const Measured& m : measured) {
        const Timing best = m.timings.of(level_name(levels.front()));
        Cells row = size_cells(m.size);
        for (const std::string& level : levels) {
            const Timing timing = m.timings.of(level_name(level));
            const double speed = product_flops(m.size) / timing.median;
            row = joined(row, {time_text(timing.median), percent_text(speed / peak_of(level, m.timings)),
                               ratio_text(ratio(timing, best))});
        }
        rows.push_back(row);
    }
    report.heading("Instruction sets");
    report.paragraph("Headscope with weights, told to use another instruction set; `share` is of the peak of the same "
                     "one, `ratio` its time divided by that of the first. Goals: AVX2 takes at most " +
                     ratio_text(avx2_goal) + " times as long as the best, the baseline " + ratio_text(baseline_goal) +
                     " times, on Zen 4, where AVX-512 has no higher peak than AVX2.");
    std::vector<std::string> peaks;
    for (const PeakLoop& loop : peak_loops()) {
        peaks.push_back("Peak of " + std::string(loop.what) + ": " + ratio_text(largest_peak(loop, measured) * 1e-9) +
                        " GFLOP/s");
    }
    report.list(peaks);
    report.table(header, rows);
}

// OpenBLAS and so PyTorch have no kernels for the newest processors; the engine's for AVX2 are their equals in means.
void avx2_table(Report& report, const std::vector<Measured>& measured, const std::vector<Yardstick>& yardsticks) {
    const std::string level = "AVX2";
    if (engine_levels().front() == level || std::ranges::count(engine_levels(), level) == 0) {
        return;
    }
    const bool eigen = std::ranges::any_of(yardsticks, [](const Yardstick& y) { return y.key == "eigen-x86-64-v3"; });
    std::vector<Cells> rows;
    for (const Measured& m : measured) {
        const Goal* const goal = goal_of(m.size);
        const Timing ours = m.timings.of(level_name(level));
        const auto cell = [&](const std::string& name) { return ratio_text(ratio(m.timings.of(name), ours)); };
        Cells row =
            joined(size_cells(m.size), {cell("multihead"), cell(multihead_as_installed),
                                        ratio_text(goal != nullptr ? goal->multihead : no_goal), cell("article"),
                                        ratio_text(goal != nullptr ? goal->article : no_goal)});
        if (eigen) {
            row.push_back(cell("eigen-x86-64-v3"));
        }
        rows.push_back(row);
    }
    Cells header{"n", "d_model", "heads", "PyTorch", "installed", "goal", "article", "goal"};
    if (eigen) {
        header.emplace_back("Eigen v3");
    }
    report.heading("How many times faster with AVX2 alone");
    report.paragraph("Their time divided by Headscope's with weights, as above, but Headscope, too, uses AVX2 and not "
                     "AVX-512, like the BLAS that PyTorch is given here.");
    report.table(header, rows);
}

void causal_table(Report& report, const std::vector<Measured>& measured, const std::vector<Yardstick>& yardsticks) {
    const std::vector<Yardstick> others = fast_ones(yardsticks);
    Cells header{"n", "causal", "no mask", "gain", "goal", "PyTorch", "ratio", "installed", "goal", "article", "ratio"};
    for (const Yardstick& y : others) {
        header = joined(header, {short_name(y), "ratio"});
    }
    std::vector<Cells> rows;
    for (const Measured& m : measured) {
        const auto* const goal = std::ranges::find(causal_goals, m.size.n, &CausalGoal::n);
        const Timing ours = m.timings.of(engine_weights);
        const Timing unmasked = m.timings.of(engine_unmasked);
        const Timing multihead = m.timings.of("multihead");
        const Timing article = m.timings.of("article");
        Cells row{std::to_string(m.size.n), time_text(ours.median), time_text(unmasked.median)};
        row = joined(row, {ratio_text(ratio(unmasked, ours)), ratio_text(goal->unmasked)});
        row = joined(row, {time_text(multihead.median), ratio_text(ratio(multihead, ours)),
                           ratio_text(ratio(m.timings.of(multihead_as_installed), ours)), ratio_text(goal->multihead)});
        row = joined(row, {time_text(article.median), ratio_text(ratio(article, ours))});
        for (const Yardstick& y : others) {
            const Timing theirs = m.timings.of(y.key);
            row = joined(row, {time_text(theirs.median), ratio_text(ratio(theirs, ours))});
        }
        rows.push_back(row);
    }
    report.heading("Causal mask");
    report.paragraph(
        "d_model 512, 8 heads, with weights. `gain` is Headscope's time without the mask divided by that "
        "with it; `ratio` is the time of the column before divided by Headscope's with the mask, `installed` that of "
        "PyTorch without help for its memory. Eigen's "
        "program, too, leaves out the blocks of keys that nobody sees.");
    report.table(header, rows);
}

} // namespace headscope::bench
