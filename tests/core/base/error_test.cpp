#include <array>
#include <csignal>
#include <cstdio>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>

#include "core/base/contract.h"
#include "core/base/error.h"

using namespace headscope;

namespace {

struct Ending {
    int status = 0;
    std::string message; ///< what went to standard error
};

/// How a process ends that runs `action`.
template <typename F>
Ending ending_of(F&& action) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) {
        return {};
    }
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        std::signal(SIGABRT, SIG_DFL); // Qt Test's own handler would report a crash
        action();
        _exit(0);
    }
    close(ends[1]);
    Ending ending;
    std::array<char, 256> buffer{};
    for (ssize_t n = 0; (n = read(ends[0], buffer.data(), buffer.size())) > 0;) {
        ending.message.append(buffer.data(), static_cast<std::size_t>(n));
    }
    close(ends[0]);
    waitpid(child, &ending.status, 0);
    return ending;
}

} // namespace

class TestError : public QObject {
    Q_OBJECT

private slots:
    void arguments_keep_their_kind_and_order() {
        const Result<int> result = fail(ErrorCode::npy_unsupported_type, "x.npy", std::string("<c8"), 7, 0.5F, 1U);
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::npy_unsupported_type);
        const std::vector<ErrorArgument> expected = {std::string("x.npy"), std::string("<c8"), std::int64_t{7}, 0.5,
                                                     std::int64_t{1}};
        QVERIFY(result.error().arguments == expected);
    }

    void errors_are_equal_with_the_same_code_and_arguments() {
        const Error error = fail(ErrorCode::too_many_tokens, 1025, 1024).value();
        QVERIFY(error == fail(ErrorCode::too_many_tokens, 1025, 1024).value());
        QVERIFY(error != fail(ErrorCode::too_many_tokens, 1026, 1024).value());
        QVERIFY(error != fail(ErrorCode::file_too_large, 1025, 1024).value());
    }

    void a_broken_contract_ends_the_program_and_names_the_expectation() {
        const Ending broken = ending_of([] { HEADSCOPE_EXPECTS(1 + 1 == 3); });
        QVERIFY(WIFSIGNALED(broken.status));
        QCOMPARE(WTERMSIG(broken.status), SIGABRT);
        QVERIFY2(broken.message.find("error_test.cpp") != std::string::npos, broken.message.c_str());
        QVERIFY2(broken.message.find("1 + 1 == 3") != std::string::npos, broken.message.c_str());
    }

    void a_kept_contract_goes_on() {
        const Ending kept = ending_of([] { HEADSCOPE_EXPECTS(1 + 1 == 2); });
        QCOMPARE(kept.status, 0);
        QCOMPARE(kept.message, std::string());
    }
};

QTEST_APPLESS_MAIN(TestError)
#include "error_test.moc"
