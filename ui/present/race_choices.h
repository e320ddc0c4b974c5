#pragma once

#include <span>

#include <QString>

#include "core/train/tasks/make_task.h"

namespace headscope::ui {

/// The races that the window offers.
enum class RaceChoice { four_needles, two_needles, narrow_needles, skip_markov, sort, reverse, brackets, induction };

std::span<const RaceChoice> raceChoices();

/// "4 needles", on a button.
QString raceName(RaceChoice choice);
/// What is to be learned, and what to look for, in a sentence or two.
QString raceExplanation(RaceChoice choice);

/// With the settings under which the outcome is known, and 1 to 16 heads.
Result<PlannedTask> makeRace(RaceChoice choice);

} // namespace headscope::ui
