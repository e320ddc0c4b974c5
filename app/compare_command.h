#pragma once

#include "app/command_line.h"

namespace headscope::ui {

/// `headscope compare`: runs the attention with each number of heads and prints what it costs and what the heads look
/// at; what is wrong goes to standard error. Needs a QCoreApplication. Returns the exit status.
int runCompare(const CommandLine& line);

} // namespace headscope::ui
