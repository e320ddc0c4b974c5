#pragma once

#include "app/command_line.h"

namespace headscope::ui {

/// `headscope memory`: prints what a layer costs; what is wrong goes to standard error. Needs a QCoreApplication.
/// Returns the exit status.
int runMemory(const CommandLine& line);

} // namespace headscope::ui
