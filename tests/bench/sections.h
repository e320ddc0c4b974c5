#pragma once

namespace headscope::bench {

/// Largest errors against float64, beside what is promised. Returns whether all promises are kept.
bool accuracy();

/// Times of attend(), beside known yardsticks measured in the same run.
void speed();

} // namespace headscope::bench
