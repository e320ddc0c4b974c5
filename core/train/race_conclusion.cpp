#include <algorithm>
#include <numeric>

#include "core/train/race.h"

namespace headscope {

namespace {

struct Compared {
    Index heads = 0;
    Spread spread; ///< of what is compared, the more the better

    double width() const { return spread.most - spread.least; }
};

/// Numbers of heads with a spread, in rising order.
std::vector<Compared> compared(const RaceResult& result, RaceConclusion::Measure measure) {
    std::vector<Compared> list;
    for (const RaceLane& lane : result.lanes) {
        if (std::ranges::count_if(lane.runs, [](const RaceRun& run) { return run.result.has_value(); }) < 2) {
            continue;
        }
        if (measure == RaceConclusion::Measure::accuracy) {
            list.push_back({lane.heads, *lane.accuracy()});
        } else {
            const Spread loss = *lane.loss();
            list.push_back({lane.heads, {-loss.mean, -loss.most, -loss.least}});
        }
    }
    std::ranges::sort(list, {}, &Compared::heads);
    return list;
}

RaceConclusion::Kind kind_of(const RaceConclusion& conclusion) {
    using Kind = RaceConclusion::Kind;
    if (conclusion.worse.empty()) {
        return Kind::no_difference;
    }
    if (conclusion.worse.back() < conclusion.as_good.front()) {
        return Kind::more_heads_win;
    }
    return conclusion.worse.front() > conclusion.as_good.back() ? Kind::fewer_heads_win : Kind::mixed;
}

/// Of the finished runs.
template <typename Value>
std::optional<Spread> spread_of(const std::vector<RaceRun>& runs, Value value) {
    std::vector<double> values;
    for (const RaceRun& run : runs) {
        if (run.result) {
            values.push_back(value(run));
        }
    }
    if (values.empty()) {
        return std::nullopt;
    }
    const auto [least, most] = std::ranges::minmax(values);
    return Spread{std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size()), least, most};
}

} // namespace

std::optional<Spread> RaceLane::accuracy() const {
    return spread_of(runs, [](const RaceRun& run) { return run.result->accuracy(); });
}

std::optional<Spread> RaceLane::loss() const {
    return spread_of(runs, [](const RaceRun& run) { return run.result->loss(); });
}

std::optional<Spread> RaceLane::seconds() const {
    return spread_of(runs, [](const RaceRun& run) { return run.seconds; });
}

RaceConclusion conclude(const RaceResult& result) {
    RaceConclusion conclusion;
    if (result.loss_floor.value_or(0.0) > 0.0) {
        conclusion.measure = RaceConclusion::Measure::loss;
    }
    const std::vector<Compared> list = compared(result, conclusion.measure);
    if (list.size() < 2) {
        return conclusion;
    }
    const Compared& best = *std::ranges::max_element(list, {}, [](const Compared& one) { return one.spread.mean; });
    const double largest = std::ranges::max(list, {}, &Compared::width).width();
    for (const Compared& one : list) {
        const bool as_good = best.spread.mean - one.spread.mean <= largest;
        (as_good ? conclusion.as_good : conclusion.worse).push_back(one.heads);
    }
    conclusion.best = best.heads;
    conclusion.enough = conclusion.as_good.front();
    conclusion.kind = kind_of(conclusion);
    return conclusion;
}

} // namespace headscope
