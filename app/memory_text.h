#pragma once

#include <vector>

#include <QString>

#include "app/memory_report.h"

namespace headscope::ui {

/// What `headscope memory` prints in the user's language, ending with a new line: of one number of heads its figures
/// and every tensor, the largest first; of several a row each.
QString memoryText(const std::vector<MemoryReport>& reports);

} // namespace headscope::ui
