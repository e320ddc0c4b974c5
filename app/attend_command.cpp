#include "app/attend_command.h"

#include <new>

#include <QCoreApplication>

#include "app/attend_files.h"
#include "app/attend_job.h"
#include "app/console.h"
#include "app/interrupt.h"
#include "app/output_folder.h"
#include "core/engine/engine.h"
#include "ui/present/error_text.h"
#include "ui/session/engine_runner.h"

namespace headscope::ui {

namespace {

bool concernsLine(ErrorCode code) {
    return code != ErrorCode::file_unwritable && code != ErrorCode::cancelled;
}

class AttendRun {
public:
    AttendRun(const AttendJob& job, OutputFolder folder, std::stop_token stop)
        : job_(job)
        , folder_(std::move(folder))
        , stop_(std::move(stop)) {}

    /// A line with something wrong is reported and the others continue, unless they would meet the same: a full disk,
    /// Ctrl+C.
    int run() {
        int status = exitDone;
        for (done_ = 0; done_ < job_.lines.size(); ++done_) {
            const TextLine& line = job_.lines[done_];
            const Result<void> finished = writeLine(line);
            if (finished) {
                continue;
            }
            progress_.clear();
            folder_.discard();
            report(line, finished.error());
            status = status == exitFailure ? exitFailure : exitStatusOf(finished.error().code);
            if (!concernsLine(finished.error().code)) {
                break;
            }
        }
        return status;
    }

private:
    Result<void> writeLine(const TextLine& line) {
        for (const Request& request : job_.requests) {
            if (Result<void> staged = stageResult(line, request); !staged) {
                return staged;
            }
        }
        return folder_.publish().and_then([this](const std::vector<std::string>& paths) {
            progress_.clear();
            QString lines;
            for (const std::string& path : paths) {
                lines += QString::fromStdString(path) + u'\n';
            }
            return printOut(lines);
        });
    }

    Result<void> stageResult(const TextLine& line, const Request& request) {
        const auto snapshot = withText(job_, request, line).and_then([this](const Request& complete) {
            return engine_.run(complete, control());
        });
        if (!snapshot) {
            return tl::make_unexpected(snapshot.error());
        }
        for (const PlannedFile& file : plannedFiles(job_, line, request.dims.n_heads())) {
            if (Interrupt::requested()) {
                return fail(ErrorCode::cancelled);
            }
            Result<void> staged =
                file.bytes(*snapshot).and_then([&](const std::string& bytes) { return stageFile(file.name, bytes); });
            if (!staged) {
                return staged;
            }
        }
        return Interrupt::requested() ? Result<void>(fail(ErrorCode::cancelled)) : Result<void>();
    }

    Result<void> stageFile(const std::string& name, const std::string& bytes) {
        return folder_.checkRoom(name, std::ssize(bytes)).and_then([&] {
            if (const QString note = largeFileNote(name, std::ssize(bytes)); !note.isEmpty()) {
                progress_.clear();
                printError(note);
            }
            return folder_.stage(name, bytes, stop_);
        });
    }

    RunControl control() {
        return {.stop = stop_,
                .progress =
                    [this](double fraction) {
                        progress_.show((static_cast<double>(done_) + fraction) /
                                       static_cast<double>(job_.lines.size()));
                    },
                .threads = runThreads()};
    }

    void report(const TextLine& line, const Error& error) const {
        const QString sentence = errorText(error);
        const bool ofThisLine = job_.severalLines() && concernsLine(error.code);
        printError(ofThisLine ? QCoreApplication::translate("CommandLine", "Line %1: %2").arg(line.number).arg(sentence)
                              : sentence);
    }

    const AttendJob& job_;
    OutputFolder folder_;
    Engine engine_;
    ProgressLine progress_;
    std::stop_token stop_;
    std::size_t done_ = 0;
};

int prepareAndRun(const CommandLine& line, const std::stop_token& stop) {
    const Result<AttendJob> job = readAttendOptions(line).and_then(prepareAttend);
    if (!job) {
        return reportError(job.error());
    }
    Result<OutputFolder> folder = checkNames(*job).and_then([&job] { return OutputFolder::open(job->options.out); });
    if (!folder) {
        return reportError(folder.error());
    }
    return AttendRun(*job, *std::move(folder), stop).run();
}

} // namespace

int runAttend(const CommandLine& line) {
    const Interrupt interrupt;
    int status = exitFailure;
    try {
        status = prepareAndRun(line, interrupt.stopToken());
    } catch (const std::bad_alloc&) {
        status = reportError(Error{ErrorCode::out_of_memory, {}});
    }
    return Interrupt::requested() ? Interrupt::exitStatus() : status;
}

} // namespace headscope::ui
