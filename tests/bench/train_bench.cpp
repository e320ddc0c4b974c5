// A step of training beside PyTorch's (pytorch_training.py), in turn in one run: the needle task that a class sees, and
// a whole block. Where PyTorch is not installed, Headscope alone.
//
//     headscope_train_bench [ROUNDS]        9 by default; the medians are shown
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/kernels/instruction_set.h"
#include "core/train/trainer.h"
#include "tests/bench/python_process.h"

namespace headscope::bench {

namespace {

struct Case {
    std::string name;
    std::string line; ///< that makes PyTorch ready
    TrainModelConfig config;
    Index batch;
    Index threads;
    bool last_token_only; ///< has targets
    int steps;            ///< a turn
};

/// 4 needles as the task makes them: 16 keys and 10 values and a sign for none of each, and 4 tables of questions. What
/// the numbers are does not change the time.
Case needles(Index heads) {
    TrainModelConfig config;
    config.dims = *ModelDims::create(64, heads);
    config.shape = {92, 10, 6, 4, 13};
    return {"needles k = 4, batch 128, n = 13, d_model 64, h = " + std::to_string(heads),
            "needles " + std::to_string(heads),
            config,
            128,
            1,
            true,
            50};
}

Case block(Index d_model, Index heads, Index threads) {
    TrainModelConfig config;
    config.dims = *ModelDims::create(d_model, heads);
    config.shape = {64, 64, 1, 1, 64};
    config.positions = TrainPositions::learned;
    config.layer_norm = config.mlp = true;
    config.embedding_std = 0.1F;
    const std::string sizes = std::to_string(d_model) + ", h = " + std::to_string(heads);
    return {"block with MLP, batch 32, n = 64, d_model " + sizes,
            "block " + std::to_string(d_model) + " " + std::to_string(heads) + " " + std::to_string(threads),
            config,
            32,
            threads,
            false,
            10};
}

/// The first two features everywhere, all of them at the last token.
Batch batch_of(const Case& c) {
    const TaskShape& shape = c.config.shape;
    const RandomStream stream(1, "bench");
    std::uint64_t next = 0;
    const auto draw = [&](Index below) {
        return static_cast<std::int32_t>(stream.bits(next++) % static_cast<std::uint64_t>(below));
    };
    Batch batch{c.batch, shape.seq_len, shape.features, shape.read_outs, {}, {}};
    for (Index token = 0; token < c.batch * shape.seq_len; ++token) {
        const bool last = (token + 1) % shape.seq_len == 0;
        for (Index f = 0; f < shape.features; ++f) {
            batch.inputs.push_back(f < 2 || last ? draw(shape.table_rows) : Batch::none);
        }
        for (Index r = 0; r < shape.read_outs; ++r) {
            batch.targets.push_back(last || !c.last_token_only ? draw(shape.classes) : Batch::none);
        }
    }
    return batch;
}

double seconds(clockid_t of) {
    timespec now{};
    clock_gettime(of, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Of one step.
struct StepTimes {
    std::vector<double> clock, processor;

    void add(double clock_seconds, double processor_seconds, int steps) {
        clock.push_back(clock_seconds / steps);
        processor.push_back(processor_seconds / steps);
    }
};

double median(std::vector<double> values) {
    std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
    return values[values.size() / 2];
}

void time_headscope(Trainer& trainer, const Batch& batch, int steps, StepTimes& times) {
    const double clock = seconds(CLOCK_MONOTONIC);
    const double processor = seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (int i = 0; i < steps; ++i) {
        if (!trainer.step(batch)) {
            std::exit(1);
        }
    }
    times.add(seconds(CLOCK_MONOTONIC) - clock, seconds(CLOCK_PROCESS_CPUTIME_ID) - processor, steps);
}

void time_pytorch(PythonProcess& python, int steps, StepTimes& times) {
    const std::string answer = python.ask("steps " + std::to_string(steps));
    std::size_t first = 0;
    const double clock = std::stod(answer, &first);
    times.add(clock, std::stod(answer.substr(first)), steps);
}

void print(const char* name, const StepTimes& times) {
    std::printf("  %-10s %8.2f ms by the clock, %8.2f ms of processor time\n", name, 1e3 * median(times.clock),
                1e3 * median(times.processor));
}

void run(const Case& c, int rounds, PythonProcess* python) {
    TrainSettings settings;
    settings.threads = c.threads;
    settings.schedule.kind = Schedule::Kind::constant;
    const std::unique_ptr<Trainer> trainer = std::move(*Trainer::create(c.config, settings));
    const Batch batch = batch_of(c);
    StepTimes ours, theirs, unused;
    time_headscope(*trainer, batch, 2, unused);
    if (python != nullptr) {
        python->ask(c.line);
    }
    for (int round = 0; round < rounds; ++round) {
        time_headscope(*trainer, batch, c.steps, ours);
        if (python != nullptr) {
            time_pytorch(*python, c.steps, theirs);
        }
    }
    std::printf("%s, %d thread%s, a step:\n", c.name.c_str(), static_cast<int>(c.threads), c.threads > 1 ? "s" : "");
    print("Headscope", ours);
    if (python != nullptr) {
        print("PyTorch", theirs);
        std::printf("  %.1f times as fast by the clock, %.1f in processor time\n",
                    median(theirs.clock) / median(ours.clock), median(theirs.processor) / median(ours.processor));
    }
    std::printf("\n");
}

} // namespace

} // namespace headscope::bench

int main(int argc, char** argv) {
    using namespace headscope::bench;
    const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 9;
    // As many threads as a case has from the start: those that PyTorch makes stay and are in the way.
    std::unique_ptr<PythonProcess> python[2];
    for (int i = 0; i < 2; ++i) {
        const std::string threads = std::to_string(i + 1);
        python[i] = PythonProcess::start("pytorch_training.py",
                                         {"OMP_NUM_THREADS=" + threads, "OPENBLAS_NUM_THREADS=" + threads});
    }
    std::printf("Arithmetic for %s, beside %s\n\n", headscope::instruction_set().data(),
                python[0] ? python[0]->about().c_str() : "nothing: python3-torch is not installed");
    for (const Case& c : {needles(1), needles(4), needles(16), block(64, 4, 1), block(64, 4, 2), block(128, 4, 2)}) {
        run(c, rounds, python[c.threads - 1].get());
    }
}
