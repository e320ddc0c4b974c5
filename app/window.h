#pragma once

namespace headscope::ui {

/// Opens the window and stays until it is closed. Without a display: one sentence, exit status 1.
int runWindow(char** argv);

} // namespace headscope::ui
