#include "tests/bench/pytorch.h"

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <optional>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace headscope::bench {

namespace {

std::optional<std::string> read_line(std::FILE* from) {
    std::string line;
    for (int c = std::fgetc(from); c != EOF; c = std::fgetc(from)) {
        if (c == '\n') {
            return line;
        }
        line += static_cast<char>(c);
    }
    return std::nullopt;
}

// Later entries of the same name would be ignored by getenv(), so ours come first.
int spawn_python(const std::vector<std::string>& environment, int in, int out) {
    std::vector<char*> variables;
    for (const std::string& variable : environment) {
        variables.push_back(const_cast<char*>(variable.c_str()));
    }
    for (char** variable = environ; *variable != nullptr; ++variable) {
        variables.push_back(*variable);
    }
    variables.push_back(nullptr);
    std::string program = "/usr/bin/python3";
    std::string script = BENCH_SOURCES "/pytorch_attention.py";
    char* arguments[] = {program.data(), script.data(), nullptr};
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in, 0);
    posix_spawn_file_actions_adddup2(&files, out, 1);
    // What Python says where PyTorch is missing is said better by us.
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    pid_t process = -1;
    const int failed = posix_spawn(&process, program.c_str(), &files, nullptr, arguments, variables.data());
    posix_spawn_file_actions_destroy(&files);
    return failed == 0 ? process : -1;
}

} // namespace

std::unique_ptr<PyTorch> PyTorch::start(const std::vector<std::string>& environment) {
    std::signal(SIGPIPE, SIG_IGN);
    int there[2];
    int back[2];
    if (pipe2(there, O_CLOEXEC) != 0 || pipe2(back, O_CLOEXEC) != 0) {
        return nullptr;
    }
    const int process = spawn_python(environment, there[0], back[1]);
    close(there[0]);
    close(back[1]);
    std::unique_ptr<PyTorch> python(new PyTorch(process, fdopen(there[1], "w"), fdopen(back[0], "r")));
    const std::optional<std::string> about = read_line(python->from_);
    if (!about) {
        return nullptr;
    }
    python->about_ = *about;
    return python;
}

PyTorch::PyTorch(int process, std::FILE* to, std::FILE* from)
    : process_(process)
    , to_(to)
    , from_(from)
    , file_(std::filesystem::temp_directory_path() / ("headscope-bench-" + std::to_string(process) + ".f32")) {
}

PyTorch::~PyTorch() {
    std::fclose(to_); // the end of its input ends it
    std::fclose(from_);
    if (process_ > 0) {
        waitpid(process_, nullptr, 0);
    }
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
}

std::string PyTorch::ask(const std::string& line) {
    std::fprintf(to_, "%s\n", line.c_str());
    std::fflush(to_);
    const std::optional<std::string> answer = read_line(from_);
    if (!answer) {
        std::fprintf(stderr, "PyTorch ended at: %s\n", line.c_str());
        std::exit(1);
    }
    return *answer;
}

void PyTorch::load(const Problem& problem, bool causal) {
    problem.write(file_);
    loaded_ = problem.size();
    ask("load\t" + file_.string() + '\t' + std::to_string(loaded_.n) + '\t' + std::to_string(loaded_.d_model) + '\t' +
        std::to_string(loaded_.n_heads) + '\t' + (causal ? '1' : '0'));
}

Elapsed PyTorch::time(const std::string& module, int calls) {
    const std::string answer = ask("run\t" + module + '\t' + std::to_string(calls));
    std::size_t first = 0;
    const double clock = std::stod(answer, &first);
    return {clock, std::stod(answer.substr(first))};
}

Tensor PyTorch::output(const std::string& module) {
    ask("output\t" + module + '\t' + file_.string());
    Tensor output({1, loaded_.n, loaded_.d_model});
    std::ifstream in(file_, std::ios::binary);
    in.read(reinterpret_cast<char*>(output.data()), output.bytes());
    return output;
}

} // namespace headscope::bench
