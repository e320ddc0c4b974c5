#include <cstdio>

#include "core/base/build_info.h"
#include "core/kernels/instruction_set.h"
#include "tests/bench/options.h"
#include "tests/bench/sections.h"

int main(int argc, char** argv) {
    using namespace headscope;
    const std::optional<bench::Options> options = bench::read_options(argc, argv);
    if (!options) {
        return 2;
    }
    std::printf("headscope %s, arithmetic for %s\n\n", version().data(), instruction_set().data());
    bool kept = true;
    if (options->speed) {
        kept &= bench::speed(*options);
    }
    if (options->accuracy) {
        kept &= bench::accuracy();
    }
    return kept ? 0 : 1;
}
