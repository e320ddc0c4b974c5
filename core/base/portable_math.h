#pragma once

/// Elementary functions in float64 that give the same bits on every machine: nothing but + - * / and square roots,
/// which IEEE 754 rounds exactly, in a fixed order (the build forbids fused operations). libm's own differ between
/// versions and instruction sets, and one bit there would change what a figure shows.
namespace headscope::portable {

/// Natural logarithm, within 1 ulp. x is positive, finite and not subnormal (contract).
double log(double x);

/// e^x, within 1 ulp; exactly 1 at 0. |x| <= 700 (contract).
double exp(double x);

/// Largest |x| whose sine and cosine are accurate.
inline constexpr double largest_angle = 1048576.0;

struct SinCos {
    double sin = 0.0;
    double cos = 1.0;
};

/// Sine and cosine of x (radians), each within 2e-16 of the true value. |x| <= largest_angle (contract).
SinCos sin_cos(double x);

/// The x below which a standard normal variable lies with probability p, 0 < p < 1 (contract), within about 1e-15 of
/// max(1, |x|): Wichura 1988, "Algorithm AS 241: the percentage points of the normal distribution", Applied Statistics
/// 37(3), routine PPND16.
double normal_quantile(double p);

} // namespace headscope::portable
