#pragma once

#include "app/command_line.h"

namespace headscope::ui {

/// `headscope train`: trains small models with each number of heads on a task and prints how well they do; what is
/// wrong goes to standard error. Needs a QCoreApplication. Returns the exit status.
int runTrain(const CommandLine& line);

} // namespace headscope::ui
