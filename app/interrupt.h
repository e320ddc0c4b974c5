#pragma once

#include <array>
#include <stop_token>
#include <thread>

namespace headscope::ui {

/// While it lives, Ctrl+C (SIGINT) and SIGTERM no longer end the program but are noted here, so that a run can stop
/// without leaving anything half-written. A second one ends the program at once. One at a time. (Where the system has
/// no pipe or thread left, the first one does.)
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    static bool requested();
    /// Stopped within moments of requested(), whatever the program is doing.
    std::stop_token stopToken() const { return stop_.get_token(); }
    /// 128 + the signal's number, as shells have it: 130 for Ctrl+C. 0 where there was none.
    static int exitStatus();
    /// Waits until the file descriptor can be read or an interrupt comes; returns requested().
    static bool waitForInput(int fileDescriptor);

private:
    std::array<int, 2> pipe_{-1, -1};
    std::stop_source stop_;
    std::jthread waiter_; ///< a signal handler cannot stop anything by itself
};

} // namespace headscope::ui
