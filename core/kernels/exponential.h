#pragma once

namespace headscope {

// exp(x) for x <= 0: n = round(x / ln 2), r = x - n ln 2 in two steps (the first product is exact), then a polynomial
// of degree 6 for exp(r) on [-ln2 / 2, ln2 / 2], fitted for the smallest relative error (1.7e-8 with these
// coefficients), and n added to the exponent. Own, because libm's differs between machines and Eigen's gives 2.9e-39
// for -infinity in a plain x86-64 build. ln 2 is split as in Cephes (S. Moshier).
namespace exponential {

constexpr float smallest = -87.0F;
constexpr float reciprocal_ln2 = 1.44269504F;
constexpr float to_integer = 12582912.0F; ///< 1.5 * 2^23: adding it rounds to an integer, which its low bits then hold
constexpr float ln2_high = 0.693359375F;
constexpr float ln2_low = -2.12194440e-4F;
constexpr float c2 = 0.49999994F;
constexpr float c3 = 0.166664317F;
constexpr float c4 = 0.0416680016F;
constexpr float c5 = 0.00837416295F;
constexpr float c6 = 0.00138436444F;

} // namespace exponential

} // namespace headscope
