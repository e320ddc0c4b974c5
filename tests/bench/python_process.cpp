#include "tests/bench/python_process.h"

#include <csignal>
#include <cstdlib>
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
int spawn_python(const std::string& name, const std::vector<std::string>& environment, int in, int out) {
    std::vector<char*> variables;
    for (const std::string& variable : environment) {
        variables.push_back(const_cast<char*>(variable.c_str()));
    }
    for (char** variable = environ; *variable != nullptr; ++variable) {
        variables.push_back(*variable);
    }
    variables.push_back(nullptr);
    std::string program = "/usr/bin/python3";
    std::string script = BENCH_SOURCES "/" + name;
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

std::unique_ptr<PythonProcess> PythonProcess::start(const std::string& script,
                                                    const std::vector<std::string>& environment) {
    std::signal(SIGPIPE, SIG_IGN);
    int there[2];
    int back[2];
    if (pipe2(there, O_CLOEXEC) != 0 || pipe2(back, O_CLOEXEC) != 0) {
        return nullptr;
    }
    const int process = spawn_python(script, environment, there[0], back[1]);
    close(there[0]);
    close(back[1]);
    std::unique_ptr<PythonProcess> python(new PythonProcess(process, fdopen(there[1], "w"), fdopen(back[0], "r")));
    const std::optional<std::string> about = read_line(python->from_);
    if (!about) {
        return nullptr;
    }
    python->about_ = *about;
    return python;
}

PythonProcess::PythonProcess(int process, std::FILE* to, std::FILE* from)
    : process_(process)
    , to_(to)
    , from_(from) {
}

PythonProcess::~PythonProcess() {
    std::fclose(to_); // the end of its input ends it
    std::fclose(from_);
    if (process_ > 0) {
        waitpid(process_, nullptr, 0);
    }
}

std::string PythonProcess::ask(const std::string& line) {
    std::fprintf(to_, "%s\n", line.c_str());
    std::fflush(to_);
    const std::optional<std::string> answer = read_line(from_);
    if (!answer) {
        std::fprintf(stderr, "PyTorch ended at: %s\n", line.c_str());
        std::exit(1);
    }
    return *answer;
}

} // namespace headscope::bench
