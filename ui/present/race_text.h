#pragma once

#include <QString>

#include "core/train/race.h"

namespace headscope::ui {

// The same words in the window and on the command line, in the user's language.

/// "0.775 (0.746 to 0.832)"; of one run only the number.
QString spreadText(const Spread& spread, int decimals);

/// What a race says, in one sentence: "4 heads are enough: 1 and 2 answer worse, 8 and 16 no better." See conclude().
QString conclusionText(const RaceResult& result, const RaceConclusion& conclusion);

} // namespace headscope::ui
