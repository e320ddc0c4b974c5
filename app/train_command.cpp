#include "app/train_command.h"

#include <new>

#include "app/console.h"
#include "app/interrupt.h"
#include "app/train_json.h"
#include "app/train_options.h"
#include "app/train_report.h"
#include "app/train_text.h"

namespace headscope::ui {

namespace {

Result<void> trainAndPrint(const CommandLine& line, const std::stop_token& stop) {
    return readTrainOptions(line).and_then([&stop](const TrainOptions& options) {
        return trainHeads(options, stop).and_then([&options](const TrainReport& report) {
            return printOut(options.json ? trainJson(options, report) : trainText(options, report));
        });
    });
}

} // namespace

int runTrain(const CommandLine& line) {
    const Interrupt interrupt;
    int status = exitDone;
    try {
        if (const Result<void> printed = trainAndPrint(line, interrupt.stopToken()); !printed) {
            status = reportError(printed.error());
        }
    } catch (const std::bad_alloc&) {
        status = reportError(Error{ErrorCode::out_of_memory, {}});
    }
    return Interrupt::requested() ? Interrupt::exitStatus() : status;
}

} // namespace headscope::ui
