#pragma once

namespace headscope::ui {

/// Where everything is put together: reads the command line, makes the Qt application that fits, runs the command or
/// the window. Returns the exit status.
int runApplication(int argc, char** argv);

} // namespace headscope::ui
