#include "core/train/cross_entropy.h"

#include <cmath>
#include <limits>

#include "core/train/batch.h"
#include "core/train/lane_array.h"

namespace headscope {

LaneTargets largest_class(const float* logits, Index classes) {
    LaneTargets found = {};
    for (Index lane = 0; lane < panel_lanes; ++lane) {
        for (Index c = 1; c < classes; ++c) {
            if (logits[c * panel_lanes + lane] > logits[found.classes[lane] * panel_lanes + lane]) {
                found.classes[lane] = static_cast<std::int32_t>(c);
            }
        }
    }
    return found;
}

double cross_entropy(float* logits, Index classes, const LaneTargets& targets, float factor) {
    PanelRow largest;
    largest.fill(-std::numeric_limits<float>::infinity());
    raise_to_largest(logits, classes, largest);
    PanelRow wanted; // the logits of the targets
    for (Index lane = 0; lane < panel_lanes; ++lane) {
        const std::int32_t target = targets.classes[lane];
        wanted[lane] = target == Batch::none ? 0.0F : logits[target * panel_lanes + lane];
    }
    PanelRow sums;
    exponentials(logits, classes, largest, sums);
    double loss = 0.0;
    PanelRow factors;
    for (Index lane = 0; lane < panel_lanes; ++lane) {
        if (targets.classes[lane] != Batch::none) {
            loss += std::log(static_cast<double>(sums[lane])) + static_cast<double>(largest[lane]) -
                    static_cast<double>(wanted[lane]);
            factors[lane] = factor / sums[lane];
        }
    }
    scale_panel(logits, classes, factors);
    for (Index lane = 0; lane < panel_lanes; ++lane) {
        if (targets.classes[lane] != Batch::none) {
            logits[targets.classes[lane] * panel_lanes + lane] -= factor;
        }
    }
    return loss;
}

} // namespace headscope
