#include "core/base/portable_math.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "core/base/contract.h"

namespace headscope::portable {

namespace {

// ln 2 in two parts; the first has 32 bits, so that its product with an exponent is exact.
constexpr double ln2_high = 0x1.62e42feep-1;
constexpr double ln2_low = 0x1.a39ef35793c76p-33;
constexpr double inverse_ln2 = 0x1.71547652b82fep+0;
constexpr double sqrt_half = 0x1.6a09e667f3bcdp-1;

// pi/2 in three parts of 33 bits: their products with whole numbers below 2^20 are exact, what is missing is 2^-104.
constexpr double half_pi_1 = 0x1.921fb544p+0;
constexpr double half_pi_2 = 0x1.0b4611a6p-34;
constexpr double half_pi_3 = 0x1.3198a2ep-69;
constexpr double two_over_pi = 0x1.45f306dc9c883p-1;

constexpr std::int64_t exponent_bias = 1023;
constexpr int mantissa_bits = 52;
constexpr std::uint64_t mantissa_mask = (std::uint64_t{1} << mantissa_bits) - 1;

/// c[0] + c[1] x + c[2] x^2 + ..., by Horner's rule.
template <std::size_t N>
constexpr double polynomial(const std::array<double, N>& c, double x) {
    double sum = c[N - 1];
    for (std::size_t i = N - 1; i > 0; --i) {
        sum = sum * x + c[i - 1];
    }
    return sum;
}

/// 2^n, for exponents of normal numbers.
double power_of_two(std::int64_t n) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(n + exponent_bias) << mantissa_bits);
}

std::int64_t nearest_integer(double x) {
    return static_cast<std::int64_t>(x < 0.0 ? x - 0.5 : x + 0.5);
}

// AS 241's coefficients, lowest power first: a/b for the centre, c/d and e/f for the tails, as the paper names them.
constexpr std::array<double, 8> as241_a = {3.3871328727963666080e+0, 1.3314166789178437745e+2, 1.9715909503065514427e+3,
                                           1.3731693765509461125e+4, 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                           3.3430575583588128105e+4, 2.5090809287301226727e+3};
constexpr std::array<double, 8> as241_b = {1.0000000000000000000e+0, 4.2313330701600911252e+1, 6.8718700749205790830e+2,
                                           5.3941960214247511077e+3, 2.1213794301586595867e+4, 3.9307895800092710610e+4,
                                           2.8729085735721942674e+4, 5.2264952788528545610e+3};
constexpr std::array<double, 8> as241_c = {
    1.42343711074968357734e+0, 4.63033784615654529590e+0, 5.76949722146069140550e+0, 3.64784832476320460504e+0,
    1.27045825245236838258e+0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4};
constexpr std::array<double, 8> as241_d = {
    1.00000000000000000000e+0, 2.05319162663775882187e+0, 1.67638483018380384940e+0, 6.89767334985100004550e-1,
    1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9};
constexpr std::array<double, 8> as241_e = {
    6.65790464350110377720e+0, 5.46378491116411436990e+0, 1.78482653991729133580e+0, 2.96560571828504891230e-1,
    2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7};
constexpr std::array<double, 8> as241_f = {
    1.00000000000000000000e+0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
    7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15};

} // namespace

double log(double x) {
    HEADSCOPE_EXPECTS(x >= 0x1p-1022 && x <= 0x1.fffffffffffffp+1023);
    // x = m 2^k with m between sqrt(1/2) and sqrt(2).
    const auto bits = std::bit_cast<std::uint64_t>(x);
    auto k = static_cast<std::int64_t>(bits >> mantissa_bits) - exponent_bias + 1;
    auto m = std::bit_cast<double>((bits & mantissa_mask) | (std::uint64_t{exponent_bias - 1} << mantissa_bits));
    if (m < sqrt_half) {
        m *= 2.0;
        k -= 1;
    }
    // ln m = 2 artanh s = 2 (s + s^3/3 + s^5/5 + ...) with s = f / (2 + f), f = m - 1; |s| < 0.172, so the first term
    // left out is below 2^-59. 2 s = f - s f and s f = f^2/2 - s f^2/2 keep f, which is exact, out of the rounding.
    static constexpr std::array<double, 10> series = {2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,  2.0 / 11,
                                                      2.0 / 13, 2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21};
    const double f = m - 1.0;
    const double s = f / (2.0 + f);
    const double rest = s * s * polynomial(series, s * s);
    const double half_square = 0.5 * f * f;
    const auto e = static_cast<double>(k);
    return e * ln2_high - ((half_square - (s * (half_square + rest) + e * ln2_low)) - f);
}

double exp(double x) {
    HEADSCOPE_EXPECTS(x >= -700.0 && x <= 700.0);
    // 1/n!: x = k ln 2 + r with |r| < 0.35, where the first term left out is below 2^-57.
    static constexpr std::array<double, 12> series = {
        1.0 / 2,       1.0 / 6,       1.0 / 24,       1.0 / 120,       1.0 / 720,        1.0 / 5040,
        1.0 / 40320.0, 1.0 / 362880., 1.0 / 3628800., 1.0 / 39916800., 1.0 / 479001600., 1.0 / 6227020800.};
    const std::int64_t k = nearest_integer(x * inverse_ln2);
    const auto e = static_cast<double>(k);
    const double high = x - e * ln2_high;
    const double low = e * ln2_low;
    const double r = high - low;
    return (1.0 + (high + (r * r * polynomial(series, r) - low))) * power_of_two(k);
}

SinCos sin_cos(double x) {
    HEADSCOPE_EXPECTS(x >= -largest_angle && x <= largest_angle);
    // Taylor series on |r| <= pi/4, where the first term left out is below 2^-58.
    static constexpr std::array<double, 8> sine = {
        -1.0 / 6,         1.0 / 120,          -1.0 / 5040,           1.0 / 362880,
        -1.0 / 39916800., 1.0 / 6227020800.0, -1.0 / 1307674368000., 1.0 / 355687428096000.};
    static constexpr std::array<double, 7> cosine = {
        1.0 / 24,         -1.0 / 720,          1.0 / 40320,          -1.0 / 3628800,
        1.0 / 479001600., -1.0 / 87178291200., 1.0 / 20922789888000.};
    const std::int64_t quarter_turns = nearest_integer(x * two_over_pi);
    const auto q = static_cast<double>(quarter_turns);
    const double r = ((x - q * half_pi_1) - q * half_pi_2) - q * half_pi_3;
    const double square = r * r;
    const double s = r + r * square * polynomial(sine, square);
    const double c = (1.0 - 0.5 * square) + square * square * polynomial(cosine, square);
    switch (static_cast<std::uint64_t>(quarter_turns) % 4) {
    case 0: return {s, c};
    case 1: return {c, -s};
    case 2: return {-s, -c};
    default: return {-c, s};
    }
}

double normal_quantile(double p) {
    HEADSCOPE_EXPECTS(p > 0.0 && p < 1.0);
    const double q = p - 0.5;
    if (q >= -0.425 && q <= 0.425) {
        const double r = 0.180625 - q * q;
        return q * polynomial(as241_a, r) / polynomial(as241_b, r);
    }
    const double r = std::sqrt(-log(q < 0.0 ? p : 1.0 - p));
    const double x = r <= 5.0 ? polynomial(as241_c, r - 1.6) / polynomial(as241_d, r - 1.6)
                              : polynomial(as241_e, r - 5.0) / polynomial(as241_f, r - 5.0);
    return q < 0.0 ? -x : x;
}

} // namespace headscope::portable
