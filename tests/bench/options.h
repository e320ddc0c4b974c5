#pragma once

#include <optional>
#include <string>

namespace headscope::bench {

struct Options {
    bool quick = false;   ///< small inputs and few rounds: seconds
    bool speed = true;    ///< --accuracy asks for that alone
    bool accuracy = true; ///< --speed asks for that alone
    bool busy = false;    ///< one thread's work is counted in processor time: other programs run beside this one
    std::string write;    ///< the file for the report of speed, or empty

    int rounds() const { return quick ? 3 : 9; }
};

/// Nothing where the arguments are wrong; the usage has been printed then.
std::optional<Options> read_options(int argc, char** argv);

} // namespace headscope::bench
