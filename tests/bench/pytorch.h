#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tests/bench/problem.h"
#include "tests/bench/python_process.h"
#include "tests/bench/rounds.h"

namespace headscope::bench {

/// PyTorch in a process of its own (pytorch_attention.py), which computes when asked, so that its calls take turns with
/// others'.
class PyTorch {
public:
    /// `environment`: "NAME=value", beside this process's own. Null where Debian's python3-torch is not installed.
    static std::unique_ptr<PyTorch> start(const std::vector<std::string>& environment);
    ~PyTorch();
    PyTorch(const PyTorch&) = delete;
    PyTorch& operator=(const PyTorch&) = delete;

    /// "PyTorch 1.13.0 with OpenBLAS 0.3.21 (kernels for Haswell)"
    const std::string& about() const { return python_->about(); }
    void load(const Problem& problem, bool causal);
    /// `module` is multihead, fast or article. Of `calls` calls in a row, measured there.
    Elapsed time(const std::string& module, int calls);
    /// (1, n, d_model), of the problem that is loaded.
    Tensor output(const std::string& module);

private:
    explicit PyTorch(std::unique_ptr<PythonProcess> python);

    std::unique_ptr<PythonProcess> python_;
    std::filesystem::path file_; ///< by which tensors go there and back
    Case loaded_;
};

} // namespace headscope::bench
