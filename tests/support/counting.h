#pragma once

#include <cmath>

#include "core/base/tensor.h"

namespace headscope::testing {

/// A number that counts what is done with it: every arithmetic operation, comparison and exponential once.
class Counting {
public:
    static inline Index operations = 0;

    Counting() = default;
    explicit Counting(double value)
        : value_(value) {}
    double value() const { return value_; }

    friend Counting operator+(Counting a, Counting b) { return counted(a.value_ + b.value_); }
    friend Counting operator-(Counting a, Counting b) { return counted(a.value_ - b.value_); }
    friend Counting operator*(Counting a, Counting b) { return counted(a.value_ * b.value_); }
    friend Counting operator/(Counting a, Counting b) { return counted(a.value_ / b.value_); }
    friend bool operator<(Counting a, Counting b) {
        ++operations;
        return a.value_ < b.value_;
    }
    friend bool operator==(Counting a, Counting b) {
        ++operations;
        return a.value_ == b.value_;
    }
    friend Counting exp(Counting a) { return counted(std::exp(a.value_)); }

private:
    static Counting counted(double value) {
        ++operations;
        return Counting(value);
    }
    double value_ = 0.0;
};

} // namespace headscope::testing
