#include "core/train/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headscope {

namespace {

/// From `start` at part 0 to `end` at part 1 along half a cosine.
double along_cosine(double start, double end, double part) {
    return end + (start - end) / 2.0 * (std::cos(std::numbers::pi * part) + 1.0);
}

double one_cycle(const Schedule& schedule, double step) {
    const double first = schedule.peak_rate / schedule.div_factor;
    const double last = first / schedule.final_div_factor;
    const auto steps = static_cast<double>(schedule.steps);
    const double peak_at = schedule.pct_start * steps - 1.0;
    if (step <= peak_at && peak_at > 0.0) { // a training of a few steps begins at its peak
        return along_cosine(first, schedule.peak_rate, step / peak_at);
    }
    return along_cosine(schedule.peak_rate, last, (step - peak_at) / (steps - 1.0 - peak_at));
}

double warm_up_and_cosine(const Schedule& schedule, double step) {
    const auto warm_up = static_cast<double>(schedule.warm_up);
    if (step < warm_up) {
        return schedule.peak_rate * (step + 1.0) / warm_up;
    }
    return along_cosine(schedule.peak_rate, 0.0, (step - warm_up) / (static_cast<double>(schedule.steps) - warm_up));
}

} // namespace

double rate_at(const Schedule& schedule, Index step) {
    const auto at = static_cast<double>(std::min(step, schedule.steps - 1));
    switch (schedule.kind) {
    case Schedule::Kind::one_cycle: return one_cycle(schedule, at);
    case Schedule::Kind::cosine_with_warm_up: return warm_up_and_cosine(schedule, at);
    case Schedule::Kind::constant: break;
    }
    return schedule.peak_rate;
}

} // namespace headscope
