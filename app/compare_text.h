#pragma once

#include <QString>

#include "app/compare_report.h"

namespace headscope::ui {

/// What `headscope compare` prints in the user's language, ending with a new line: a row for each number of heads, then
/// a row for each head.
QString compareText(const CompareReport& report);

} // namespace headscope::ui
