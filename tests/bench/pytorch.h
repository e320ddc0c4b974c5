#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tests/bench/problem.h"
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
    const std::string& about() const { return about_; }
    void load(const Problem& problem, bool causal);
    /// `module` is multihead, fast or article. Of `calls` calls in a row, measured there.
    Elapsed time(const std::string& module, int calls);
    /// (1, n, d_model), of the problem that is loaded.
    Tensor output(const std::string& module);

private:
    PyTorch(int process, std::FILE* to, std::FILE* from);
    /// One line there, one back. The process that does not answer ends this one: figures without it would mislead.
    std::string ask(const std::string& line);

    int process_;
    std::FILE* to_;
    std::FILE* from_;
    std::string about_;
    std::filesystem::path file_; ///< by which tensors go there and back
    Case loaded_;
};

} // namespace headscope::bench
