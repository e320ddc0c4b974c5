#include "tests/bench/pytorch.h"

#include <fstream>

namespace headscope::bench {

std::unique_ptr<PyTorch> PyTorch::start(const std::vector<std::string>& environment) {
    std::unique_ptr<PythonProcess> python = PythonProcess::start("pytorch_attention.py", environment);
    return python ? std::unique_ptr<PyTorch>(new PyTorch(std::move(python))) : nullptr;
}

PyTorch::PyTorch(std::unique_ptr<PythonProcess> python)
    : python_(std::move(python))
    , file_(std::filesystem::temp_directory_path() / ("headscope-bench-" + std::to_string(python_->id()) + ".f32")) {
}

PyTorch::~PyTorch() {
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
}

void PyTorch::load(const Problem& problem, bool causal) {
    problem.write(file_);
    loaded_ = problem.size();
    python_->ask("load\t" + file_.string() + '\t' + std::to_string(loaded_.n) + '\t' + std::to_string(loaded_.d_model) +
                 '\t' + std::to_string(loaded_.n_heads) + '\t' + (causal ? '1' : '0'));
}

Elapsed PyTorch::time(const std::string& module, int calls) {
    const std::string answer = python_->ask("run\t" + module + '\t' + std::to_string(calls));
    std::size_t first = 0;
    const double clock = std::stod(answer, &first);
    return {clock, std::stod(answer.substr(first))};
}

Tensor PyTorch::output(const std::string& module) {
    python_->ask("output\t" + module + '\t' + file_.string());
    Tensor output({1, loaded_.n, loaded_.d_model});
    std::ifstream in(file_, std::ios::binary);
    in.read(reinterpret_cast<char*>(output.data()), output.bytes());
    return output;
}

} // namespace headscope::bench
