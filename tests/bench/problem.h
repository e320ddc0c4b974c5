#pragma once

#include <filesystem>
#include <memory>

#include "core/attention/attention.h"
#include "core/base/recycled_memory.h"
#include "tests/bench/attention_problem.h"

namespace headscope::bench {

struct Case {
    Index n = 8;
    Index d_model = 512;
    Index n_heads = 8;

    friend auto operator<=>(const Case&, const Case&) = default;
};

/// The multiply-adds of the four linear layers and the two products of every head, each counted as two: 8 n d^2 +
/// 4 n^2 d. What softmax and biases take is not counted (1 % and less).
double product_flops(const Case& c);

/// One input with its parameters, the same for all that are compared.
class Problem {
public:
    explicit Problem(const Case& c);

    const Case& size() const { return size_; }
    const AttentionInput& input() const { return input_; }
    const Parameters& parameters() const { return *parameters_; }
    const PackedParameters& packed() const { return packed_; }
    const ModelDims& dims() const { return dims_; }

    /// For tensors of the engine's runs, kept from one to the next as its Engine does.
    const std::shared_ptr<RecycledMemory>& memory() const { return memory_; }
    /// With memory for results that all yardsticks share, made at the first call.
    AttentionProblem for_yardstick(bool causal);
    const Tensor& yardstick_output() const { return output_; }
    /// X, then weight and bias of W_q, W_k, W_v and W_o, as float32 in a row: for PyTorch.
    void write(const std::filesystem::path& file) const;

private:
    Case size_;
    AttentionInput input_;
    std::shared_ptr<const Parameters> parameters_;
    PackedParameters packed_; ///< once, as the engine object keeps them
    ModelDims dims_;
    std::shared_ptr<RecycledMemory> memory_;
    Tensor Q_, K_, V_, weights_, concat_, output_; ///< the yardsticks'
};

} // namespace headscope::bench
