#include "core/base/aligned_memory.h"

#include <cstdlib>
#include <new>

#include <sys/mman.h>

#include "core/base/contract.h"

namespace headscope {

namespace {

constexpr std::size_t cache_line = 64;
constexpr std::size_t huge_page = std::size_t{2} << 20;

} // namespace

// Large tensors are asked for in huge pages: touching fresh memory page by page costs more than computing what goes
// into it (0.2 s of 0.4 s for 1,024 tokens and 8 heads on a virtual machine). Where there are none, nothing changes.
void* allocate_aligned(std::size_t bytes) {
    HEADSCOPE_EXPECTS(bytes > 0);
    const std::size_t alignment = bytes >= 2 * huge_page ? huge_page : cache_line;
    void* const memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
#ifdef MADV_HUGEPAGE
    if (alignment == huge_page) {
        madvise(memory, bytes, MADV_HUGEPAGE); // a wish: without it the memory is as good
    }
#endif
    return memory;
}

void free_aligned(void* memory) noexcept {
    std::free(memory);
}

} // namespace headscope
