#pragma once

#include <cstddef>

namespace headscope {

/// `bytes` (1 or more, contract) of memory for numbers, contents unspecified: at a multiple of 64, large ones in huge
/// pages where the machine has them. Throws std::bad_alloc.
void* allocate_aligned(std::size_t bytes);
void free_aligned(void* memory) noexcept;

} // namespace headscope
