#include "core/base/memory.h"

#include <algorithm>

#include <unistd.h>

namespace headscope {

Index physical_memory() {
    return std::max<Index>(0, static_cast<Index>(sysconf(_SC_PHYS_PAGES)) * static_cast<Index>(sysconf(_SC_PAGESIZE)));
}

Index memory_allowance() {
    return physical_memory() / 2;
}

} // namespace headscope
