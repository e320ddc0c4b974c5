#include "core/base/counting_resource.h"

#include "core/base/aligned_memory.h"
#include "core/base/contract.h"

namespace headscope {

void* CountingResource::do_allocate(std::size_t bytes, std::size_t alignment) {
    HEADSCOPE_EXPECTS(alignment <= 64);
    void* const memory = upstream_ == nullptr
                             ? allocate_aligned(bytes)
                             : upstream_->allocate(bytes, alignment); // counted after: what fails is not there
    const Index added = static_cast<Index>(bytes);
    const Index alive = alive_.fetch_add(added) + added;
    Index peak = peak_;
    while (alive > peak && !peak_.compare_exchange_weak(peak, alive)) {
    }
    return memory;
}

void CountingResource::do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) {
    if (upstream_ == nullptr) {
        free_aligned(memory);
    } else {
        upstream_->deallocate(memory, bytes, alignment);
    }
    alive_ -= static_cast<Index>(bytes);
}

bool CountingResource::do_is_equal(const std::pmr::memory_resource& other) const noexcept {
    return this == &other;
}

} // namespace headscope
