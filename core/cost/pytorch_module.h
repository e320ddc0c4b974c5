#pragma once

#include "core/cost/memory_timeline.h"

namespace headscope {

// The article's module as PyTorch 1.13 runs it on the CPU (float32, oneDNN off, one thread), told allocation by
// allocation. Every rule was measured: tests/golden/measure_pytorch_memory.py logs the allocator, and tests/data/memory
// holds what it saw.

/// What PyTorch copies because of how a tensor lies in memory. Sizes of 1 make strides meaningless, hence the cases.
struct PytorchCopies {
    explicit PytorchCopies(const CostSettings& settings);

    bool operands = false;            ///< torch.matmul lays Q, K^T and V out anew, and backward the gradient of context
    bool key_of_a_head = false;       ///< a product of columns (d_k = 1) copies the keys of one head after the other
    bool heads_to_rows = false;       ///< transpose(1, 2).contiguous() has something to do
    bool gradient_rows = false;       ///< the gradients of Q and V are laid out as rows before they reach W_q and W_v
    bool key_gradient_rows = false;   ///< the gradient of K is
    bool key_gradient_column = false; ///< d_model = 1: the product for W_k.weight copies its operand
};

/// The terms that one part of the story hands to the next. -1: not made.
struct PytorchTensors {
    int Q = -1;
    int K = -1;
    int V = -1;
    int q_copy = -1;
    int k_copy = -1;
    int v_copy = -1;
    int sqrt_d_k = -1;
    int scores = -1;
    int hidden = -1; ///< mask == 0
    int filled = -1; ///< scores with -1e9
    int weights = -1;
    int noise = -1;
    int dropped = -1;
    int concat = -1;
    int output = -1; ///< alive to the end
};

/// Forward pass to the return of forward(); in training what backward needs stays.
PytorchTensors pytorch_forward(MemoryTimeline& timeline, const CostSettings& settings);
/// A layer's neighbours in a stack. -1: the caller's, not counted.
struct PytorchPlace {
    int input = -1;    ///< made by the layer below: it gets a gradient, and goes when nobody needs it any more
    int incoming = -1; ///< gradient of the output, made by the layer above
};

/// output.backward(gradient). The parameters' gradients stay; returns the gradient of place.input, or -1.
int pytorch_backward(MemoryTimeline& timeline, const CostSettings& settings, const PytorchTensors& tensors,
                     const PytorchPlace& place = {});

// Shapes and terms that several parts use.

SymbolicShape pytorch_rows();      ///< batch x n x d_model
SymbolicShape pytorch_head_rows(); ///< batch x n_heads x n x d_k
SymbolicShape pytorch_cells();     ///< batch x n_heads x n x n
SymbolicShape pytorch_mask(MaskShape mask);
/// A tensor that a statement makes and gives back at once.
void pytorch_passing(MemoryTimeline& timeline, std::string_view statement, const MemoryTimeline::Made& made);
/// A number that PyTorch turns into a tensor of 8 bytes (int64, float64) and copies into one of float32 for the
/// operation. Both go when it is done.
void pytorch_number(MemoryTimeline& timeline, std::string_view statement, std::string_view name,
                    std::string_view float32_name);
/// Each head's keys, copied one after the other for its product (PytorchCopies::key_of_a_head).
void pytorch_keys_of_each_head(MemoryTimeline& timeline, std::string_view statement, const CostSettings& settings);

/// Layers of equal size, each reading the output of the one before, forward and in training backward.
struct PytorchStack {
    MemoryCost cost;
    std::vector<int> backward_from; ///< the event at which a layer's backward pass begins, the last layer first
};
/// layers >= 1. Error: cost_too_large.
Result<PytorchStack> pytorch_stack(const CostSettings& settings, Index layers);

} // namespace headscope
