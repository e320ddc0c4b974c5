#pragma once

#include <QString>

namespace headscope::ui {

/// Texts of --help and --version in the user's language, ending with a new line. At most 80 columns.
QString helpText();
QString attendHelpText();
QString versionText();

} // namespace headscope::ui
