#include "core/base/recycled_memory.h"

#include <bit>

#include "core/base/aligned_memory.h"
#include "core/base/contract.h"

namespace headscope {

namespace {

// The allocator itself hands out small blocks as fast.
constexpr std::size_t smallest_kept = std::size_t{1} << 10;

// A text that grows by a token should find the blocks of the one before: sizes are rounded up by at most an eighth.
std::size_t rounded(std::size_t bytes) {
    const std::size_t step = std::bit_floor(bytes) / 8;
    return bytes < smallest_kept ? bytes : (bytes + step - 1) / step * step;
}

} // namespace

RecycledMemory::RecycledMemory(Index most_idle_bytes)
    : most_idle_bytes_(most_idle_bytes) {
}

RecycledMemory::~RecycledMemory() {
    for (const auto& [size, blocks] : idle_) {
        for (void* const block : blocks) {
            free_aligned(block);
        }
    }
}

Index RecycledMemory::idle_bytes() const {
    const std::scoped_lock lock(mutex_);
    return idle_bytes_;
}

void* RecycledMemory::do_allocate(std::size_t bytes, std::size_t alignment) {
    HEADSCOPE_EXPECTS(alignment <= 64);
    const std::size_t size = rounded(bytes);
    {
        const std::scoped_lock lock(mutex_);
        const auto found = idle_.find(size);
        if (found != idle_.end() && !found->second.empty()) {
            void* const block = found->second.back();
            found->second.pop_back();
            idle_bytes_ -= static_cast<Index>(size);
            return block;
        }
    }
    return allocate_aligned(size);
}

void RecycledMemory::do_deallocate(void* memory, std::size_t bytes, std::size_t) {
    const std::size_t size = rounded(bytes);
    if (size >= smallest_kept) {
        const std::scoped_lock lock(mutex_);
        if (idle_bytes_ + static_cast<Index>(size) <= most_idle_bytes_) {
            idle_[size].push_back(memory);
            idle_bytes_ += static_cast<Index>(size);
            return;
        }
    }
    free_aligned(memory);
}

bool RecycledMemory::do_is_equal(const std::pmr::memory_resource& other) const noexcept {
    return this == &other;
}

} // namespace headscope
