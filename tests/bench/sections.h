#pragma once

#include "tests/bench/options.h"

namespace headscope::bench {

/// Largest errors against float64, beside what is promised. Returns whether all promises are kept.
bool accuracy();

/// Times beside those of known yardsticks, measured in turn in the same run. Returns whether all that was compared
/// computes the same, and the report could be written.
bool speed(const Options& options);

} // namespace headscope::bench
