#pragma once

#include "app/command_line.h"

namespace headscope::ui {

/// `headscope attend`: computes, writes the files, prints their paths; what is wrong goes to standard error. Needs a
/// QCoreApplication, and for figures a QGuiApplication. Returns the exit status.
int runAttend(const CommandLine& line);

} // namespace headscope::ui
