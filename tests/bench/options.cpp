#include "tests/bench/options.h"

#include <cstdio>
#include <string_view>

namespace headscope::bench {

std::optional<Options> read_options(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == "--quick") {
            options.quick = true;
        } else if (argument == "--speed") {
            options.accuracy = false;
        } else if (argument == "--accuracy") {
            options.speed = false;
        } else if (argument == "--busy") {
            options.busy = true;
        } else if (argument == "--write" && i + 1 < argc) {
            options.write = argv[++i];
        } else {
            std::fprintf(stderr, "headscope_bench [--quick] [--busy] [--speed | --accuracy] [--write FILE]\n"
                                 "  --quick       small inputs, few rounds\n"
                                 "  --busy        count processor time: other programs run beside this one\n"
                                 "  --speed       no accuracy against float64\n"
                                 "  --accuracy    nothing else\n"
                                 "  --write FILE  the report of speed, as Markdown\n");
            return std::nullopt;
        }
    }
    return options;
}

} // namespace headscope::bench
