#pragma once

#include <span>
#include <string_view>

namespace headscope::ui {

/// An option of a command. The one list that the parser, the help and the tests share.
struct OptionInfo {
    std::string_view name; ///< "--heads"
    const char* value;     ///< what stands for the value in the help: "H[,H...]"; not translated; null: takes no value
    const char* group;     ///< heading in the help, translation context "Help"
    const char* explanation; ///< translation context "Help"
};

enum class CommandId { attend, memory, compare, train };

/// A word after `headscope`. Its texts are in the translation context "Help".
struct CommandInfo {
    CommandId id;
    std::string_view name;   ///< "attend"
    const char* summary;     ///< a line in the help of the program
    const char* explanation; ///< above its own options
    std::span<const OptionInfo> options;
    std::span<const char* const> examples; ///< not translated
    const char* exitStatus;
};

std::span<const CommandInfo> commandTable();

/// Null where there is none of this name.
const CommandInfo* findCommand(std::string_view name);
const CommandInfo& commandInfo(CommandId id);
/// Null where the command has no option of this name.
const OptionInfo* findOption(const CommandInfo& command, std::string_view name);

} // namespace headscope::ui
