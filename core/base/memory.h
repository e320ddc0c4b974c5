#pragma once

#include "core/base/tensor.h"

namespace headscope {

/// Bytes of main memory in this machine.
Index physical_memory();

/// What one computation may take: half of the machine's memory, because the window keeps showing the last result while
/// the next one is made.
Index memory_allowance();

} // namespace headscope
