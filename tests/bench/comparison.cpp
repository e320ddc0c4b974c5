#include "tests/bench/comparison.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tests/bench/fma_peak.h"

namespace headscope::bench {

namespace {

// The engine's scores differ from others' by rounding (1e-5 of the largest output is promised); another formula, mask
// or order of heads is far beyond this.
constexpr float largest_difference = 1e-4F;

Contender engine(std::string name, const Problem& problem, const EngineRun& run) {
    Contender made = contender(std::move(name), [&problem, run] { run_engine(problem, run); });
    made.one_thread = run.threads == 1;
    return made;
}

Contender engine_at(const std::string& level, const Problem& problem) {
    const Contender plain = engine(level_name(level), problem, {});
    return {plain.name, [plain, level](int calls) {
                use_engine_level(level);
                const Elapsed elapsed = plain.time(calls);
                use_engine_level(engine_levels().front());
                return elapsed;
            }};
}

float difference(const Tensor& a, const Tensor& b) {
    float most = 0.0F;
    for (Index i = 0; i < a.size(); ++i) {
        most = std::max(most, std::abs(a.data()[i] - b.data()[i]));
    }
    return most;
}

void print_case(const Case& c, const char* mask) {
    std::fprintf(stderr, "measuring n %ld, d_model %ld, %ld heads%s\n", c.n, c.d_model, c.n_heads, mask);
}

} // namespace

std::string level_name(const std::string& level) {
    return "level " + level;
}

std::string peak_name(const std::string& loop) {
    return "peak " + loop;
}

std::vector<std::string> pytorch_with_good_memory() {
    std::vector<std::string> environment = pytorch_as_installed();
    // Huge pages, and nothing is ever given back to the system.
    environment.emplace_back("GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.mmap_max=0:"
                             "glibc.malloc.trim_threshold=100000000000");
    return environment;
}

std::vector<std::string> pytorch_as_installed() {
    return {"OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1"};
}

Comparison::Comparison(int rounds, Count count)
    : rounds_(rounds)
    , count_(count)
    , yardsticks_(bench::yardsticks())
    , pytorch_(PyTorch::start(pytorch_with_good_memory()))
    , pytorch_as_installed_(PyTorch::start(pytorch_as_installed())) {
}

Timings Comparison::measure(const Case& c) {
    print_case(c, "");
    Problem problem(c);
    std::vector<Contender> contenders;
    contenders.push_back(engine(engine_weights, problem, {}));
    contenders.push_back(engine(engine_trace, problem, {.wanted = {.scores = true, .weights = true}}));
    contenders.push_back(engine(engine_blocked, problem, {.wanted = {.scores = false, .weights = false}}));
    contenders.push_back(engine(engine_two_threads, problem, {.threads = 2}));
    for (const std::string& level : engine_levels()) {
        contenders.push_back(engine_at(level, problem));
    }
    add_others(contenders, problem, false);
    for (const PeakLoop& loop : peak_loops()) {
        contenders.push_back(contender(peak_name(loop.name), loop.run));
    }
    return interleaved(contenders, rounds_, count_);
}

Timings Comparison::measure_causal(const Case& c) {
    print_case(c, ", causal");
    Problem problem(c);
    std::vector<Contender> contenders;
    contenders.push_back(engine(engine_weights, problem, {.causal = true}));
    contenders.push_back(engine(engine_unmasked, problem, {}));
    add_others(contenders, problem, true);
    return interleaved(contenders, rounds_, count_);
}

void Comparison::add_others(std::vector<Contender>& contenders, Problem& problem, bool causal) {
    const AttentionProblem given = problem.for_yardstick(causal);
    for (const Yardstick& yardstick : yardsticks_) {
        contenders.push_back(contender(yardstick.key, [=] { yardstick.attend(&given); }));
    }
    if (pytorch_) {
        pytorch_->load(problem, causal);
        for (const std::string module : {"multihead", "article"}) {
            contenders.push_back({module, [this, module](int calls) { return pytorch_->time(module, calls); }});
        }
    }
    if (pytorch_as_installed_) {
        pytorch_as_installed_->load(problem, causal);
        contenders.push_back(
            {multihead_as_installed, [this](int calls) { return pytorch_as_installed_->time("multihead", calls); }});
    }
    if (problem.size().n <= 512) {
        compare_outputs(problem, causal);
    }
}

void Comparison::compare_outputs(Problem& problem, bool causal) {
    const Tensor ours = engine_output(problem, {.causal = causal});
    const auto check = [&](const std::string& name, const Tensor& theirs) {
        const float most = difference(ours, theirs);
        if (!(most <= largest_difference)) {
            std::printf("The output of %s differs by %.1e: it does not compute the same\n", name.c_str(), most);
            agrees_ = false;
        }
    };
    const AttentionProblem given = problem.for_yardstick(causal);
    for (const Yardstick& yardstick : yardsticks_) {
        yardstick.attend(&given);
        check(yardstick.name, problem.yardstick_output());
    }
    for (const std::string module : {"multihead", "fast", "article"}) {
        if (pytorch_) {
            check("PyTorch's " + module, pytorch_->output(module));
        }
    }
}

} // namespace headscope::bench
