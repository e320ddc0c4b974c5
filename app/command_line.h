#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace headscope::ui {

/// Options as they were given, "--heads" -> "4,8": bytes, not yet looked at.
using RawOptions = std::map<std::string, std::string, std::less<>>;

struct CommandLine {
    enum class Command { window, help, version, attend, attendHelp };

    Command command = Command::window;
    RawOptions options; ///< of attend
};

/// What was asked for. `arguments` are those of main() without the program's name, as bytes.
/// Errors: argument_unknown, argument_needs_value, argument_repeated.
Result<CommandLine> parseCommandLine(const std::vector<std::string>& arguments);

} // namespace headscope::ui
