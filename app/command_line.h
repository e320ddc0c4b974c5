#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "app/option_table.h"
#include "core/base/error.h"

namespace headscope::ui {

/// Options as they were given, "--heads" -> "4,8": bytes, not yet looked at; of one that takes no value, "".
using RawOptions = std::map<std::string, std::string, std::less<>>;

struct CommandLine {
    enum class Action { window, version, help, run };

    Action action = Action::window;
    const CommandInfo* command = nullptr; ///< to run, or whose help is wanted; null: the program itself
    RawOptions options;                   ///< of the command

    /// What --help is asked of: "headscope memory".
    static std::string withHelp(const CommandInfo* command);
};

/// What was asked for. `arguments` are those of main() without the program's name, as bytes.
/// Errors: argument_unknown, argument_needs_value, argument_repeated.
Result<CommandLine> parseCommandLine(const std::vector<std::string>& arguments);

} // namespace headscope::ui
