#pragma once

#include <QString>

#include "core/train/race.h"

namespace headscope::ui {

// The same words in the window and on the command line, in the user's language.

/// "0.775 (0.746 to 0.832)"; only the number where all runs have it, or there is but one.
QString spreadText(const Spread& spread, int decimals);

/// What a race says, in one sentence with the means: "More heads help, and h = 4 (1.000) is enough: the accuracy is
/// worse with h = 1 (0.381), 2 (0.775), and no better with h = 8 (1.000)." `conclusion` is conclude(result).
QString conclusionText(const RaceResult& result, const RaceConclusion& conclusion);

} // namespace headscope::ui
