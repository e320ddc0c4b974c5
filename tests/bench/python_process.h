#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace headscope::bench {

/// One of our Python programs in a process of its own: it says who it is, then answers every line with one.
class PythonProcess {
public:
    /// `script` is a file of this folder; `environment`: "NAME=value", beside this process's own. Null where it ends
    /// before it says who it is, as without Debian's python3-torch.
    static std::unique_ptr<PythonProcess> start(const std::string& script, const std::vector<std::string>& environment);
    ~PythonProcess();
    PythonProcess(const PythonProcess&) = delete;
    PythonProcess& operator=(const PythonProcess&) = delete;

    const std::string& about() const { return about_; }
    int id() const { return process_; }
    /// A process that does not answer ends this one: figures without it would mislead.
    std::string ask(const std::string& line);

private:
    PythonProcess(int process, std::FILE* to, std::FILE* from);

    int process_;
    std::FILE* to_;
    std::FILE* from_;
    std::string about_;
};

} // namespace headscope::bench
