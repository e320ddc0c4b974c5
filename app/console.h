#pragma once

#include <chrono>

#include <QString>

#include "core/base/error.h"

namespace headscope::ui {

enum ExitStatus { exitDone = 0, exitFailure = 1, exitWrongInput = 2 };

/// 1 for what failed on this machine (disk, memory that ran out, display), 2 for what is wrong with the input, its size
/// included.
ExitStatus exitStatusOf(ErrorCode code);

/// Writes to standard output in UTF-8 and at once. Error: file_unwritable.
Result<void> printOut(const QString& text);

/// "headscope: ...", one line on standard error.
void printError(const QString& sentence);

/// Says what is wrong on standard error and returns the exit status.
int reportError(const Error& error);

/// A line on standard error that says how far a long run is. Only on a terminal, only after 300 ms, and gone when the
/// object goes.
class ProgressLine {
public:
    ProgressLine();
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void show(double fraction);
    void clear();

private:
    using Clock = std::chrono::steady_clock;
    bool terminal_;
    bool shown_ = false;
    Clock::time_point next_;
};

} // namespace headscope::ui
