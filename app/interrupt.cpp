#include "app/interrupt.h"

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace headscope::ui {

namespace {

// A signal handler reaches nothing but globals.
volatile std::sig_atomic_t receivedSignal = 0;
volatile std::sig_atomic_t wakeWriteEnd = -1;
volatile std::sig_atomic_t wakeReadEnd = -1;

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
    if (::pipe2(pipe_.data(), O_CLOEXEC | O_NONBLOCK) == 0) {
        wakeReadEnd = pipe_[0];
        wakeWriteEnd = pipe_[1];
    }
    setHandler(SIGINT, note, static_cast<int>(SA_RESETHAND));
    setHandler(SIGTERM, note, static_cast<int>(SA_RESETHAND));
    // A file beyond the shell's size limit is then an error of write(), like a full disk.
    setHandler(SIGXFSZ, SIG_IGN, 0);
}

Interrupt::~Interrupt() {
    setHandler(SIGINT, SIG_DFL, 0);
    setHandler(SIGTERM, SIG_DFL, 0);
    setHandler(SIGXFSZ, SIG_DFL, 0);
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
