#pragma once

#include <limits>

#include "core/base/tensor.h"

namespace headscope {

/// a / b rounded up; a >= 0, b >= 1. No a is so large that it overflows.
constexpr Index ceil_divided(Index a, Index b) {
    return a / b + (a % b != 0 ? 1 : 0);
}

/// a * b; the largest number where that passes 63 bits.
constexpr Index saturated_product(Index a, Index b) {
    Index product = 0;
    return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<Index>::max() : product;
}

} // namespace headscope
