#include "tests/bench/speed_tables.h"

#include "tests/bench/machine.h"

namespace headscope::bench {

namespace {

constexpr int rounds = 3;

struct Setting {
    std::string name;
    std::string what;
    std::vector<std::string> environment;
    std::string module = "multihead";
};

std::vector<Setting> settings() {
    const std::vector<std::string> threads{"OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1"};
    const auto with = [&](std::vector<std::string> more) {
        more.insert(more.end(), threads.begin(), threads.end());
        return more;
    };
    std::vector<Setting> all{
        {"tables above", "with GLIBC_TUNABLES=glibc.malloc.hugetlb=1: large tensors in huge pages",
         pytorch_environment()},
        {"as installed", "every large tensor is made of fresh pages of 4 KiB", with({})},
        {"memory kept", "the C library never gives memory back to the system",
         with({"MALLOC_MMAP_MAX_=0", "MALLOC_TRIM_THRESHOLD_=100000000000"})},
        {"batch_first", "which lets PyTorch take its fast path", pytorch_environment(), "fast"},
    };
    if (processor_levels().front() == "x86-64-v4") {
        std::vector<std::string> environment = pytorch_environment();
        environment.emplace_back("OPENBLAS_CORETYPE=SkylakeX");
        all.push_back({"AVX-512 BLAS",
                       "with OPENBLAS_CORETYPE=SkylakeX: what OpenBLAS does not choose by itself on a "
                       "processor that it does not know",
                       environment});
    }
    return all;
}

} // namespace

void pytorch_settings(Report& report, Count count) {
    std::vector<std::string> header{"n"};
    std::vector<std::string> meanings;
    std::vector<std::unique_ptr<PyTorch>> processes;
    const std::vector<Setting> all = settings();
    for (const Setting& setting : all) {
        std::unique_ptr<PyTorch> process = PyTorch::start(setting.environment);
        if (!process) {
            return;
        }
        processes.push_back(std::move(process));
        header.push_back(setting.name);
        meanings.push_back('`' + setting.name + "`: " + setting.what);
    }
    std::vector<std::vector<std::string>> rows;
    for (const Index n : {8, 128, 512, 2048}) {
        const Problem problem({n, 512, 8});
        std::vector<Contender> contenders;
        for (std::size_t i = 0; i < all.size(); ++i) {
            PyTorch& process = *processes[i];
            process.load(problem, false);
            contenders.push_back(
                {all[i].name, [&process, module = all[i].module](int calls) { return process.time(module, calls); }});
        }
        const Timings timings = interleaved(contenders, rounds, count);
        std::vector<std::string> row{std::to_string(n)};
        for (const Setting& setting : all) {
            row.push_back(time_text(timings.of(setting.name).median));
        }
        rows.push_back(row);
    }
    report.heading("What PyTorch depends on");
    report.paragraph("torch.nn.MultiheadAttention, d_model 512, 8 heads, median of " + std::to_string(rounds) +
                     ". The first touch of a fresh page of 4 KiB takes " + time_text(page_fault_seconds()) +
                     " on this machine.");
    report.list(meanings);
    report.table(header, rows);
}

} // namespace headscope::bench
