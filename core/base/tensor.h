#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

namespace headscope {

/// Sizes and indices. B*h*n*n passes 32 bits at n = 8192 and h = 32.
using Index = std::int64_t;

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::Matrix<float, 1, Eigen::Dynamic, Eigen::RowMajor>;
/// A view of rows that need not lie next to each other: a head's columns of Q, for example.
using MatrixView = Eigen::Map<Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;
using ConstMatrixView = Eigen::Map<const Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;

/// Dense float32 array of rank 1 to 4, last axis contiguous, 64-byte aligned. Movable; a copy is asked for with
/// clone().
class Tensor {
public:
    Tensor() = default;
    /// Contents are unspecified. Every dimension is >= 0 and the size in bytes fits 63 bits (contracts).
    /// The memory comes from `resource`, which the tensor keeps alive, or without one from allocate_aligned().
    explicit Tensor(std::vector<Index> shape, std::shared_ptr<std::pmr::memory_resource> resource = nullptr);
    static Tensor zeros(std::vector<Index> shape);

    /// A copy in memory of its own, from allocate_aligned().
    Tensor clone() const;

    Index rank() const { return static_cast<Index>(shape_.size()); }
    Index dim(Index axis) const { return shape_[static_cast<std::size_t>(axis)]; }
    const std::vector<Index>& shape() const { return shape_; }
    Index size() const { return size_; }
    Index bytes() const { return size_ * static_cast<Index>(sizeof(float)); }
    bool empty() const { return size_ == 0; }

    float* data() { return data_.get(); }
    const float* data() const { return data_.get(); }
    std::span<float> values() { return {data(), static_cast<std::size_t>(size_)}; }
    std::span<const float> values() const { return {data(), static_cast<std::size_t>(size_)}; }

    /// Rank 3 (batch, rows, columns): the matrix of batch b.
    MatrixView matrix(Index b);
    ConstMatrixView matrix(Index b) const;
    /// Rank 4 (batch, heads, rows, columns): the matrix of batch b, head h.
    MatrixView matrix(Index b, Index h);
    ConstMatrixView matrix(Index b, Index h) const;
    /// Rank 3 (batch, n, d_model): the n x d_head columns that belong to head h.
    MatrixView head(Index b, Index h, Index d_head);
    ConstMatrixView head(Index b, Index h, Index d_head) const;

private:
    static constexpr std::size_t alignment = 64;
    struct Free {
        std::shared_ptr<std::pmr::memory_resource> resource;
        std::size_t bytes;
        void operator()(float* p) const noexcept;
    };
    std::vector<Index> shape_;
    Index size_ = 0;
    std::unique_ptr<float[], Free> data_;
};

/// "(12, 32)" and "(7,)", as NumPy prints a shape.
std::string shape_text(std::span<const Index> shape);

} // namespace headscope
