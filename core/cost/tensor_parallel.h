#pragma once

#include "core/cost/settings.h"

namespace headscope {

/// The article's layer with its heads split over t devices, as Megatron-LM does (Shoeybi et al. 2019, arXiv 1909.08053,
/// section 3): W_q, W_k and W_v by columns, W_o by rows, the bias of W_o on every device; the devices' outputs are
/// added up with an all-reduce. With X = B n d_model e and S = B h n^2 e bytes.
struct TensorParallelCost {
    Index devices = 1;
    Index heads_per_device = 0;      ///< h / t
    Index parameters_per_device = 0; ///< a count: 4d^2/t + 3d/t + d

    // Tensors of the forward pass, all kept: Q, K, V, scores, weights, with dropout the dropped weights, concat.
    Index split_bytes = 0;            ///< of all devices together: 4X + 2S, with dropout 4X + 3S
    Index split_bytes_per_device = 0; ///< split_bytes / t
    Index replicated_bytes = 0;       ///< on every device: input and output, 2X

    int all_reduces = 0;        ///< 0 with one device; 1 in inference; 2 in training (output, gradient of the input)
    Index all_reduce_bytes = 0; ///< size of one: X
    Index sent_per_device = 0;  ///< by all of them as a ring sends: all_reduces * 2 (t - 1) / t * X
};

/// Of settings' engine nothing is used: the tensors are the article's. Errors: those of settings.check(),
/// cost_size_not_positive (devices), devices_do_not_divide, cost_too_large.
Result<TensorParallelCost> tensor_parallel_cost(const CostSettings& settings, Index devices);

} // namespace headscope
