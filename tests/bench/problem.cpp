#include "tests/bench/problem.h"

#include <fstream>

#include "core/base/memory.h"
#include "tests/support/attention_cases.h"

namespace headscope::bench {

double product_flops(const Case& c) {
    const auto n = static_cast<double>(c.n);
    const auto d = static_cast<double>(c.d_model);
    return 8.0 * n * d * d + 4.0 * n * n * d;
}

Problem::Problem(const Case& c)
    : size_(c)
    , input_(testing::self_input(1, c.n, c.d_model))
    , parameters_(random_parameters(c.d_model, 42))
    , packed_(*parameters_)
    , dims_(testing::dims_of(c.d_model, c.n_heads))
    , memory_(std::make_shared<RecycledMemory>(memory_allowance())) {
}

AttentionProblem Problem::for_yardstick(bool causal) {
    if (output_.empty()) {
        for (Tensor* tensor : {&Q_, &K_, &V_, &concat_, &output_}) {
            *tensor = Tensor({1, size_.n, size_.d_model});
        }
        weights_ = Tensor({1, size_.n_heads, size_.n, size_.n});
    }
    const Parameters& p = *parameters_;
    return {size_.n,
            size_.d_model,
            size_.n_heads,
            causal,
            input_.query->data(),
            {p.W_q.weight.data(), p.W_k.weight.data(), p.W_v.weight.data(), p.W_o.weight.data()},
            {p.W_q.bias.data(), p.W_k.bias.data(), p.W_v.bias.data(), p.W_o.bias.data()},
            Q_.data(),
            K_.data(),
            V_.data(),
            weights_.data(),
            concat_.data(),
            output_.data()};
}

void Problem::write(const std::filesystem::path& file) const {
    std::ofstream out(file, std::ios::binary);
    const auto put = [&](const float* values, Index count) {
        out.write(reinterpret_cast<const char*>(values), count * static_cast<Index>(sizeof(float)));
    };
    put(input_.query->data(), input_.query->size());
    for (const Linear* layer : {&parameters_->W_q, &parameters_->W_k, &parameters_->W_v, &parameters_->W_o}) {
        put(layer->weight.data(), layer->weight.size());
        put(layer->bias.data(), layer->bias.size());
    }
}

} // namespace headscope::bench
