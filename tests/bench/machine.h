#pragma once

#include <string>

#include "core/base/tensor.h"

namespace headscope::bench {

/// "AMD EPYC (family 26, model 2), 2 cores, 23 GiB": what /proc/cpuinfo says.
std::string processor_text();
/// Whether it is the processor that the goals were set on.
bool is_zen4();
std::string system_text(); ///< "Debian GNU/Linux 12 (bookworm), Linux 6.1.0"
std::string compiler_text();
std::string today();         ///< "2026-11-30"
double load_average();       ///< processes that wanted to run, over the last minute
double page_fault_seconds(); ///< of the first touch of a 4 KiB page of fresh memory

/// Main memory that this process takes now, and the most since forget_peak_resident(). 0 where the system does not say.
Index resident_bytes();
Index peak_resident_bytes();
void forget_peak_resident();

} // namespace headscope::bench
