#include <cstdio>

#include "core/base/build_info.h"
#include "tests/bench/sections.h"

int main() {
    using namespace headscope;
    std::printf("headscope %s, arithmetic for %s\n", version().data(), instruction_set().data());
    const bool kept = bench::accuracy();
    bench::speed();
    return kept ? 0 : 1;
}
