#pragma once

#include "core/base/tensor.h"

namespace headscope {

/// How the rate goes from step to step.
struct Schedule {
    enum class Kind {
        constant,
        one_cycle,           ///< torch.optim.lr_scheduler.OneCycleLR, cosine, without its cycle of momentum
        cosine_with_warm_up, ///< peak * (step + 1) / warm_up while step < warm_up, then half a cosine down to 0
    };

    Kind kind = Kind::one_cycle;
    Index steps = 1000; ///< of the whole training; beyond them the last rate stays
    double peak_rate = 3e-3;
    Index warm_up = 100;           ///< steps, of cosine_with_warm_up alone
    double pct_start = 0.1;        ///< of one_cycle, as are the two below: the part of the steps that rises
    double div_factor = 25.0;      ///< peak / the rate of step 0
    double final_div_factor = 1e4; ///< the rate of step 0 / the last one
};

/// Of step 0, 1, ...
double rate_at(const Schedule& schedule, Index step);

} // namespace headscope
