#pragma once

#include <memory>

#include "core/base/tensor.h"

namespace headscope {

/// Matrix products whose every element has one defined order of summation: the terms of 128 neighbours in depth are
/// added in rising order, then the sums of these blocks. An element depends on nothing but its own row and column, not
/// on how many rows or columns the product has, where in it they lie or how wide the machine's registers are. So a
/// token that is appended leaves earlier rows as they are, to the bit; Eigen's product does not promise that.
class Multiplier {
public:
    Multiplier();
    ~Multiplier();
    Multiplier(const Multiplier&) = delete;
    Multiplier& operator=(const Multiplier&) = delete;

    /// out += a b: a is (rows, depth), b is (depth, columns).
    void add_product(const ConstMatrixView& a, const ConstMatrixView& b, MatrixView out);
    /// out += a b^T: a is (rows, depth), b is (columns, depth).
    void add_product_transposed(const ConstMatrixView& a, const ConstMatrixView& b, MatrixView out);

private:
    struct Pack;
    std::unique_ptr<Pack> pack_;
};

} // namespace headscope
