// Functions for several instruction sets in one file: there is no template and no inline function here that the linker
// could share with others (those of immintrin.h are always inlined).
#include "tests/bench/fma_peak.h"

#if defined(__x86_64__)

#include <immintrin.h>

namespace headscope::bench {

namespace {

// Two units of four cycles' latency need eight independent sums to be busy; the rest is for longer latencies. x goes to
// 1 as x -> 0.9 x + 0.1 does, so no number is ever special.
constexpr int sums = 12;
constexpr int sums_512 = 24;
constexpr int steps = 20000;

volatile float result;

void run_sse() {
    const __m128 a = _mm_set1_ps(0.9F);
    const __m128 b = _mm_set1_ps(0.1F);
    __m128 x[sums];
    for (__m128& value : x) {
        value = b;
    }
    for (int step = 0; step < steps; ++step) {
#pragma GCC unroll 12
        for (int i = 0; i < sums; ++i) {
            x[i] = _mm_add_ps(_mm_mul_ps(x[i], a), b);
        }
    }
    for (int i = 1; i < sums; ++i) {
        x[0] = _mm_add_ps(x[0], x[i]);
    }
    result = _mm_cvtss_f32(x[0]);
}

__attribute__((target("avx2,fma"))) void run_avx2() {
    const __m256 a = _mm256_set1_ps(0.9F);
    const __m256 b = _mm256_set1_ps(0.1F);
    __m256 x[sums];
    for (__m256& value : x) {
        value = b;
    }
    for (int step = 0; step < steps; ++step) {
#pragma GCC unroll 12
        for (int i = 0; i < sums; ++i) {
            x[i] = _mm256_fmadd_ps(x[i], a, b);
        }
    }
    for (int i = 1; i < sums; ++i) {
        x[0] = _mm256_add_ps(x[0], x[i]);
    }
    result = _mm256_cvtss_f32(x[0]);
}

__attribute__((target("avx512f"))) void run_avx512() {
    const __m512 a = _mm512_set1_ps(0.9F);
    const __m512 b = _mm512_set1_ps(0.1F);
    __m512 x[sums_512];
    for (__m512& value : x) {
        value = b;
    }
    for (int step = 0; step < steps; ++step) {
#pragma GCC unroll 24
        for (int i = 0; i < sums_512; ++i) {
            x[i] = _mm512_fmadd_ps(x[i], a, b);
        }
    }
    for (int i = 1; i < sums_512; ++i) {
        x[0] = _mm512_add_ps(x[0], x[i]);
    }
    result = _mm512_cvtss_f32(x[0]);
}

const PeakLoop loops[] = {
    {"SSE2", "SSE2 multiply and add", 2.0 * 4 * sums* steps, run_sse},
    {"AVX2", "AVX2 FMA", 2.0 * 8 * sums* steps, run_avx2},
    {"AVX-512", "AVX-512 FMA", 2.0 * 16 * sums_512* steps, run_avx512},
};

} // namespace

std::span<const PeakLoop> peak_loops() {
    const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    const bool v4 = v3 && __builtin_cpu_supports("avx512f");
    return std::span(loops).first(v4 ? 3 : v3 ? 2 : 1);
}

} // namespace headscope::bench

#else

namespace headscope::bench {

std::span<const PeakLoop> peak_loops() {
    return {};
}

} // namespace headscope::bench

#endif
