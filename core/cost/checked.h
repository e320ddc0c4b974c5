#pragma once

#include "core/base/tensor.h"

namespace headscope {

/// Whole numbers that remember whether a sum or product passed 63 bits, so that formulas read as on paper and are
/// checked once, at the end.
class Checked {
public:
    constexpr Checked(Index value) // NOLINT(google-explicit-constructor): formulas read as on paper
        : value_(value) {}

    friend constexpr Checked operator+(Checked a, Checked b) {
        Checked sum(0);
        sum.overflow_ = __builtin_add_overflow(a.value_, b.value_, &sum.value_) || a.overflow_ || b.overflow_;
        return sum;
    }
    friend constexpr Checked operator-(Checked a, Checked b) {
        Checked difference(0);
        difference.overflow_ =
            __builtin_sub_overflow(a.value_, b.value_, &difference.value_) || a.overflow_ || b.overflow_;
        return difference;
    }
    friend constexpr Checked operator*(Checked a, Checked b) {
        Checked product(0);
        product.overflow_ = __builtin_mul_overflow(a.value_, b.value_, &product.value_) || a.overflow_ || b.overflow_;
        return product;
    }

    constexpr bool overflow() const { return overflow_; }
    /// Meaningless after an overflow.
    constexpr Index value() const { return value_; }

private:
    Index value_;
    bool overflow_ = false;
};

} // namespace headscope
