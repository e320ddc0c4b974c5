#pragma once

#include <functional>

#include <QString>

#include "core/base/error.h"

namespace headscope::ui {

/// One clear sentence in the user's language that names the thing and the numbers.
QString errorText(const Error& error);

/// The same with other translations than QCoreApplication's: (context, English text) -> text.
using Translate = std::function<QString(const char*, const char*)>;
QString errorText(const Error& error, const Translate& translate);

} // namespace headscope::ui
