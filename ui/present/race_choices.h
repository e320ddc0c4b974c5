#pragma once

#include <memory>
#include <span>

#include <QString>

#include "core/train/race.h"

namespace headscope::ui {

/// The races that the window offers.
enum class RaceChoice { four_needles, two_needles, narrow_needles, skip_markov, sort, reverse, brackets, induction };

std::span<const RaceChoice> raceChoices();

/// "4 needles", on a button.
QString raceName(RaceChoice choice);
/// What is to be learned, and what to look for, in a sentence or two.
QString raceExplanation(RaceChoice choice);

struct Race {
    std::shared_ptr<const Task> task;
    RaceSettings settings;
};
/// With the settings under which the outcome is known; see core/train/tasks.
Result<Race> makeRace(RaceChoice choice);

} // namespace headscope::ui
