#pragma once

#include <QString>

#include "app/train_report.h"

namespace headscope::ui {

/// What `headscope train` prints in the user's language, ending with a new line: the task, a row for each number of
/// heads, what they say, and the files written.
QString trainText(const TrainOptions& options, const TrainReport& report);

} // namespace headscope::ui
