#pragma once

#include "core/attention/attention.h"

namespace headscope {

/// How far a run is, told in steps of at least a hundredth, and whether it is to go on.
class RunPace {
public:
    RunPace(const RunControl& control, Index total)
        : control_(control)
        , total_(static_cast<double>(total)) {}

    /// Counts work that is done; false when the run is to stop.
    [[nodiscard]] bool advance(Index work) {
        if (control_.stop.stop_requested()) {
            return false;
        }
        done_ += static_cast<double>(work);
        const double fraction = done_ / total_;
        if (control_.progress && fraction >= told_ + 0.01 && fraction < 1.0) {
            told_ = fraction;
            control_.progress(fraction);
        }
        return true;
    }

    void finish() {
        if (control_.progress) {
            control_.progress(1.0);
        }
    }

private:
    const RunControl& control_;
    double total_;
    double done_ = 0.0;
    double told_ = 0.0;
};

} // namespace headscope
