#pragma once

#include <map>
#include <memory_resource>
#include <mutex>
#include <vector>

#include "core/base/tensor.h"

namespace headscope {

/// Memory from allocate_aligned() that is kept for the next one who needs a block of about that size: a run asks for
/// the same tensors as the run before, and fresh pages cost more than computing what goes into them (up to 17 us for 4
/// KiB on a virtual machine). Every thread may use it.
class RecycledMemory : public std::pmr::memory_resource {
public:
    /// Keeps at most `most_idle_bytes`; what does not fit is given back.
    explicit RecycledMemory(Index most_idle_bytes);
    ~RecycledMemory() override;
    RecycledMemory(const RecycledMemory&) = delete;
    RecycledMemory& operator=(const RecycledMemory&) = delete;

    /// Bytes that are kept now.
    Index idle_bytes() const;

private:
    void* do_allocate(std::size_t bytes, std::size_t alignment) override;
    void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override;
    bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override;

    const Index most_idle_bytes_;
    mutable std::mutex mutex_;                       // of the two below
    std::map<std::size_t, std::vector<void*>> idle_; // by size
    Index idle_bytes_ = 0;
};

} // namespace headscope
