#include "app/memory_command.h"

#include "app/console.h"
#include "app/memory_json.h"
#include "app/memory_options.h"
#include "app/memory_report.h"
#include "app/memory_text.h"

namespace headscope::ui {

int runMemory(const CommandLine& line) {
    const Result<void> printed = readMemoryOptions(line).and_then([](const MemoryOptions& options) {
        return memoryReports(options).and_then([&options](const std::vector<MemoryReport>& reports) {
            return printOut(options.json ? memoryJson(reports) : memoryText(reports));
        });
    });
    return printed ? exitDone : reportError(printed.error());
}

} // namespace headscope::ui
