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
    const auto also = [](std::vector<std::string> environment, const char* variable) {
        environment.emplace_back(variable);
        return environment;
    };
    std::vector<Setting> all{
        {"good memory", "large tensors in huge pages, and memory is kept for the next call",
         pytorch_with_good_memory()},
        {"huge pages", "the first of the two alone",
         also(pytorch_as_installed(), "GLIBC_TUNABLES=glibc.malloc.hugetlb=1")},
        {"as installed", "every large tensor is made of fresh pages of 4 KiB", pytorch_as_installed()},
        {"batch_first", "good memory, and this option, which lets PyTorch take its fast path",
         pytorch_with_good_memory(), "fast"},
    };
    if (processor_levels().front() == "x86-64-v4") {
        all.push_back({"AVX-512 BLAS",
                       "good memory, and OPENBLAS_CORETYPE=SkylakeX: what OpenBLAS does not choose by itself on a "
                       "processor that it does not know",
                       also(pytorch_with_good_memory(), "OPENBLAS_CORETYPE=SkylakeX")});
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
