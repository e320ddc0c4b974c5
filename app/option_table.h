#pragma once

#include <span>
#include <string_view>

namespace headscope::ui {

/// Options of `headscope attend`. The one list that the parser, the help and the tests share; each takes one value.
struct OptionInfo {
    std::string_view name;   ///< "--heads"
    const char* value;       ///< what stands for the value in the help: "H[,H...]"; not translated
    const char* group;       ///< heading in the help, translation context "Help"
    const char* explanation; ///< translation context "Help"
};

std::span<const OptionInfo> attendOptionTable();

bool isAttendOption(std::string_view name);

} // namespace headscope::ui
