#pragma once

#include <QString>

#include "app/option_table.h"

namespace headscope::ui {

/// Texts of --help and --version in the user's language, ending with a new line. At most 80 columns.
QString helpText();
QString commandHelpText(const CommandInfo& command);
QString versionText();

} // namespace headscope::ui
