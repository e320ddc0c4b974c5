#pragma once

#include <atomic>
#include <thread>

#include "core/attention/attention.h"

namespace headscope {

/// How far a run is, told in steps of at least a hundredth, and whether it is to go on. All workers of a run share one;
/// progress is told on the thread that made it.
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
        const Index done = done_.fetch_add(work, std::memory_order_relaxed) + work;
        if (control_.progress && std::this_thread::get_id() == teller_) {
            tell(static_cast<double>(done) / total_);
        }
        return true;
    }

    void finish() {
        if (control_.progress) {
            control_.progress(1.0);
        }
    }

private:
    void tell(double fraction) {
        if (fraction >= told_ + 0.01 && fraction < 1.0) {
            told_ = fraction;
            control_.progress(fraction);
        }
    }

    const RunControl& control_;
    const double total_;
    const std::thread::id teller_ = std::this_thread::get_id();
    std::atomic<Index> done_ = 0;
    double told_ = 0.0; // the teller's
};

} // namespace headscope
