#include "core/cost/break_even.h"

#include <cmath>

#include "core/base/contract.h"

namespace headscope {

std::vector<BreakEven> break_evens(const CostSettings& settings) {
    const double d_k = static_cast<double>(settings.d_head());
    const double d_model = static_cast<double>(settings.d_model);
    return {
        {BreakEven::Kind::scores_equal_row, d_k, "n = d_k"},
        {BreakEven::Kind::half_of_peak, 2.5 * d_k, "n = 2.5 d_k"},
        {BreakEven::Kind::flops_of_products, 2.0 * d_model, "n = 2 d_model"},
    };
}

double local_slope(double x0, double y0, double x1, double y1) {
    HEADSCOPE_EXPECTS(x0 > 0.0 && x1 > 0.0 && x0 != x1 && y0 > 0.0 && y1 > 0.0);
    return std::log(y1 / y0) / std::log(x1 / x0);
}

} // namespace headscope
