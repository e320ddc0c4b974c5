#pragma once

namespace headscope::ui {

/// Opens the main window and runs it. Where there is no display to open it on, one sentence says so and the exit status
/// is 1. `arguments` are those of main().
int runWindow(char** arguments);

} // namespace headscope::ui
