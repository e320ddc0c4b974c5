#include "app/console.h"

#include <cerrno>
#include <cstdio>

#include <unistd.h>

#include <QCoreApplication>

#include "ui/present/error_text.h"

namespace headscope::ui {

namespace {

using namespace std::chrono_literals;

constexpr auto clearLine = "\r\x1b[K";

} // namespace

ExitStatus exitStatusOf(ErrorCode code) {
    switch (code) {
    case ErrorCode::file_unwritable:
    case ErrorCode::disk_too_small:
    case ErrorCode::out_of_memory:
    case ErrorCode::cancelled:
    case ErrorCode::no_display:
    case ErrorCode::display_unusable: return exitFailure;
    default: return exitWrongInput;
    }
}

Result<void> printOut(const QString& text) {
    const QByteArray bytes = text.toUtf8();
    const bool written = std::fwrite(bytes.data(), 1, static_cast<std::size_t>(bytes.size()), stdout) ==
                             static_cast<std::size_t>(bytes.size()) &&
                         std::fflush(stdout) == 0;
    if (!written) {
        return fail(ErrorCode::file_unwritable,
                    QCoreApplication::translate("CommandLine", "Standard output").toStdString(), errno);
    }
    return {};
}

void printError(const QString& sentence) {
    std::fputs(("headscope: " + sentence.toUtf8() + '\n').constData(), stderr);
}

int reportError(const Error& error) {
    printError(errorText(error));
    return exitStatusOf(error.code);
}

ProgressLine::ProgressLine()
    : terminal_(::isatty(STDERR_FILENO) == 1)
    , next_(Clock::now() + 300ms) {
}

ProgressLine::~ProgressLine() {
    clear();
}

void ProgressLine::show(double fraction) {
    const auto now = Clock::now();
    if (!terminal_ || now < next_) {
        return;
    }
    next_ = now + 100ms;
    shown_ = true;
    constexpr double percent = 100.0;
    const QString line =
        QCoreApplication::translate("CommandLine", "Computing: %1 %").arg(static_cast<int>(fraction * percent));
    std::fputs((clearLine + line.toUtf8()).constData(), stderr);
}

void ProgressLine::clear() {
    if (shown_) {
        std::fputs(clearLine, stderr);
        shown_ = false;
    }
}

} // namespace headscope::ui
