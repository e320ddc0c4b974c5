#pragma once

#include <QString>

#include "core/base/error.h"

namespace headscope::ui {

/// One clear sentence in the user's language that names the thing and the numbers.
QString errorText(const Error& error);

} // namespace headscope::ui
