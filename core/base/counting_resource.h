#pragma once

#include <atomic>
#include <memory>
#include <memory_resource>

#include "core/base/tensor.h"

namespace headscope {

/// Memory that is counted: the bytes asked for, without what an allocator adds to round them
/// up. Every thread may use it; the peak is exact where allocations do not race with each other.
class CountingResource : public std::pmr::memory_resource {
public:
    /// Memory from `upstream`, or without one from allocate_aligned().
    explicit CountingResource(std::shared_ptr<std::pmr::memory_resource> upstream = nullptr)
        : upstream_(std::move(upstream)) {}

    /// Bytes that are allocated now.
    Index alive_bytes() const { return alive_; }
    /// The largest alive_bytes() so far.
    Index peak_bytes() const { return peak_; }

private:
    void* do_allocate(std::size_t bytes, std::size_t alignment) override;
    void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override;
    bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override;

    const std::shared_ptr<std::pmr::memory_resource> upstream_;
    std::atomic<Index> alive_ = 0;
    std::atomic<Index> peak_ = 0;
};

} // namespace headscope
