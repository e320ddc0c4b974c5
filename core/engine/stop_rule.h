#pragma once

#include <chrono>
#include <optional>

namespace headscope {

/// Whether a long run is stopped for a newer request. Stopping it brings the newer picture sooner; but who types
/// without a pause would then never see one. So once runs have been stopped for a second without a result in between,
/// the one that runs is left to finish.
class StopRule {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::seconds longest_without_result{1};

    /// Asked when a newer request comes while a long run is under way.
    bool may_stop(Clock::time_point now) {
        first_stop_ = first_stop_.value_or(now);
        return now - *first_stop_ < longest_without_result;
    }
    /// There is a result, or nobody waits for one.
    void reset() { first_stop_.reset(); }

private:
    std::optional<Clock::time_point> first_stop_; ///< since the last result
};

} // namespace headscope
