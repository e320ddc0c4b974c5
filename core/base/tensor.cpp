#include "core/base/tensor.h"

#include <algorithm>
#include <limits>

#include "core/base/aligned_memory.h"
#include "core/base/contract.h"

namespace headscope {

namespace {

Index checked_size(const std::vector<Index>& shape) {
    HEADSCOPE_EXPECTS(!shape.empty() && shape.size() <= 4);
    Index size = 1;
    for (const Index dim : shape) {
        HEADSCOPE_EXPECTS(dim >= 0);
        Index product = 0;
        HEADSCOPE_EXPECTS(!__builtin_mul_overflow(size, dim, &product));
        size = product;
    }
    HEADSCOPE_EXPECTS(size <= std::numeric_limits<Index>::max() / static_cast<Index>(sizeof(float)));
    return size;
}

} // namespace

void Tensor::Free::operator()(float* p) const noexcept {
    if (resource == nullptr) {
        free_aligned(p);
    } else {
        resource->deallocate(p, bytes, alignment);
    }
}

Tensor::Tensor(std::vector<Index> shape, std::shared_ptr<std::pmr::memory_resource> resource)
    : shape_(std::move(shape))
    , size_(checked_size(shape_)) {
    if (size_ == 0) {
        return;
    }
    const std::size_t bytes = static_cast<std::size_t>(size_) * sizeof(float);
    void* const memory = resource == nullptr ? allocate_aligned(bytes) : resource->allocate(bytes, alignment);
    data_ = std::unique_ptr<float[], Free>(static_cast<float*>(memory), Free{std::move(resource), bytes});
}

Tensor Tensor::zeros(std::vector<Index> shape) {
    Tensor tensor(std::move(shape));
    std::ranges::fill(tensor.values(), 0.0F);
    return tensor;
}

Tensor Tensor::clone() const {
    if (shape_.empty()) {
        return {};
    }
    Tensor copy(shape_);
    std::ranges::copy(values(), copy.data());
    return copy;
}

MatrixView Tensor::matrix(Index b) {
    HEADSCOPE_EXPECTS(rank() == 3 && b >= 0 && b < dim(0));
    return {data() + b * dim(1) * dim(2), dim(1), dim(2), Eigen::OuterStride<>(dim(2))};
}

ConstMatrixView Tensor::matrix(Index b) const {
    HEADSCOPE_EXPECTS(rank() == 3 && b >= 0 && b < dim(0));
    return {data() + b * dim(1) * dim(2), dim(1), dim(2), Eigen::OuterStride<>(dim(2))};
}

MatrixView Tensor::matrix(Index b, Index h) {
    HEADSCOPE_EXPECTS(rank() == 4 && b >= 0 && b < dim(0) && h >= 0 && h < dim(1));
    return {data() + (b * dim(1) + h) * dim(2) * dim(3), dim(2), dim(3), Eigen::OuterStride<>(dim(3))};
}

ConstMatrixView Tensor::matrix(Index b, Index h) const {
    HEADSCOPE_EXPECTS(rank() == 4 && b >= 0 && b < dim(0) && h >= 0 && h < dim(1));
    return {data() + (b * dim(1) + h) * dim(2) * dim(3), dim(2), dim(3), Eigen::OuterStride<>(dim(3))};
}

MatrixView Tensor::head(Index b, Index h, Index d_head) {
    HEADSCOPE_EXPECTS(rank() == 3 && b >= 0 && b < dim(0) && h >= 0 && (h + 1) * d_head <= dim(2));
    return {data() + b * dim(1) * dim(2) + h * d_head, dim(1), d_head, Eigen::OuterStride<>(dim(2))};
}

ConstMatrixView Tensor::head(Index b, Index h, Index d_head) const {
    HEADSCOPE_EXPECTS(rank() == 3 && b >= 0 && b < dim(0) && h >= 0 && (h + 1) * d_head <= dim(2));
    return {data() + b * dim(1) * dim(2) + h * d_head, dim(1), d_head, Eigen::OuterStride<>(dim(2))};
}

std::string shape_text(std::span<const Index> shape) {
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    }
    return text + (shape.size() == 1 ? ",)" : ")");
}

} // namespace headscope
