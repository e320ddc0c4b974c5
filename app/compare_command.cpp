#include "app/compare_command.h"

#include <new>

#include "app/attend_job.h"
#include "app/attend_options.h"
#include "app/compare_json.h"
#include "app/compare_report.h"
#include "app/compare_text.h"
#include "app/console.h"
#include "app/interrupt.h"

namespace headscope::ui {

namespace {

Result<AttendOptions> readOptions(const CommandLine& line) {
    return readAttendOptions(line).map([&line](AttendOptions options) {
        if (!line.options.contains("--heads")) {
            options.heads = {1, 2, 4, 8, 16};
        }
        return options;
    });
}

Result<void> compareAndPrint(const CommandLine& line, const std::stop_token& stop) {
    return readOptions(line)
        .and_then(prepareAttend)
        .and_then([&stop](const AttendJob& job) { return compareHeads(job, stop); })
        .and_then([&line](const CompareReport& report) {
            return printOut(line.options.contains("--json") ? compareJson(report) : compareText(report));
        });
}

} // namespace

int runCompare(const CommandLine& line) {
    const Interrupt interrupt;
    int status = exitDone;
    try {
        if (const Result<void> printed = compareAndPrint(line, interrupt.stopToken()); !printed) {
            status = reportError(printed.error());
        }
    } catch (const std::bad_alloc&) {
        status = reportError(Error{ErrorCode::out_of_memory, {}});
    }
    return Interrupt::requested() ? Interrupt::exitStatus() : status;
}

} // namespace headscope::ui
