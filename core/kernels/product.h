#pragma once

#include <memory>
#include <memory_resource>

#include "core/base/tensor.h"

namespace headscope {

/// Matrix products whose every element has one defined order of summation: the terms of 128 neighbours in depth are
/// added in rising order, then the sums of these blocks. An element depends on nothing but its own row and column, not
/// on how many rows or columns the product has, where in it they lie or how wide the machine's registers are. So a
/// token that is appended leaves earlier rows as they are, to the bit; Eigen's product does not promise that.
class Multiplier {
public:
    /// Floats of its buffer, in which a block of b is packed: 128 KiB stay in the second-level cache.
    static constexpr Index packed_floats = Index{128} * 256;

    /// The buffer comes from `resource` (see Tensor). One thread at a time uses a multiplier.
    explicit Multiplier(std::shared_ptr<std::pmr::memory_resource> resource = nullptr);

    /// out += a b: a is (rows, depth), b is (depth, columns).
    void add_product(const ConstMatrixView& a, const ConstMatrixView& b, MatrixView out);
    /// out += a b^T: a is (rows, depth), b is (columns, depth).
    void add_product_transposed(const ConstMatrixView& a, const ConstMatrixView& b, MatrixView out);

private:
    Tensor packed_;
};

} // namespace headscope
