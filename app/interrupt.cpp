#include "app/interrupt.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace headscope::ui {

namespace {

// A signal handler reaches nothing but globals, of those that need no lock.
static_assert(std::atomic<int>::is_always_lock_free);
std::atomic<int> receivedSignal = 0;
std::atomic<int> wakeWriteEnd = -1;
std::atomic<int> wakeReadEnd = -1;

void note(int signal) {
    const int before = errno;
    receivedSignal = signal;
    // A poll() that has not begun yet ends too, in whatever thread the signal arrives.
    [[maybe_unused]] const ssize_t written = ::write(wakeWriteEnd, "", 1);
    errno = before;
}

void setHandler(int signal, void (*handler)(int), int flags) {
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigaction(signal, &action, nullptr);
}

} // namespace

Interrupt::Interrupt() {
    receivedSignal = 0;
    // A file beyond the shell's size limit is then an error of write(), like a full disk.
    setHandler(SIGXFSZ, SIG_IGN, 0);
    if (::pipe2(pipe_.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        return;
    }
    wakeReadEnd = pipe_[0];
    wakeWriteEnd = pipe_[1];
    try {
        waiter_ = std::jthread([this] {
            constexpr int nothing = -1;
            if (waitForInput(nothing)) {
                stop_.request_stop();
            }
        });
    } catch (const std::system_error&) {
        return;
    }
    setHandler(SIGINT, note, static_cast<int>(SA_RESETHAND));
    setHandler(SIGTERM, note, static_cast<int>(SA_RESETHAND));
}

Interrupt::~Interrupt() {
    for (const int signal : {SIGINT, SIGTERM, SIGXFSZ}) {
        setHandler(signal, SIG_DFL, 0);
    }
    if (waiter_.joinable()) {
        [[maybe_unused]] const ssize_t woken = ::write(wakeWriteEnd, "", 1);
        waiter_.join();
    }
    wakeReadEnd = -1;
    wakeWriteEnd = -1;
    for (const int end : pipe_) {
        if (end >= 0) {
            ::close(end);
        }
    }
}

bool Interrupt::requested() {
    return receivedSignal != 0;
}

int Interrupt::exitStatus() {
    return receivedSignal == 0 ? 0 : 128 + receivedSignal;
}

bool Interrupt::waitForInput(int fileDescriptor) {
    std::array<pollfd, 2> descriptors{{{fileDescriptor, POLLIN, 0}, {wakeReadEnd, POLLIN, 0}}};
    while (::poll(descriptors.data(), descriptors.size(), -1) < 0 && errno == EINTR && !requested()) {
    }
    return requested();
}

} // namespace headscope::ui
