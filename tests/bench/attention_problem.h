#pragma once

#include <cstdint>

/// What the yardsticks compute: the article's forward pass of one X, in plain C types, because each yardstick is a
/// shared object of its own. Eigen's templates are compiled there once for each instruction set; in one program the
/// linker would keep one copy of them for all (and in a program that also runs on older processors, that is a crash).
/// Matrices are row-major without gaps. The caller owns all memory, so that no yardstick pays for fresh pages.
struct AttentionProblem {
    std::int64_t n, d_model, n_heads;
    bool causal;
    const float* X;         ///< (n, d_model)
    const float* weight[4]; ///< W_q, W_k, W_v, W_o, each (d_model out, d_model in), as in torch.nn.Linear
    const float* bias[4];   ///< of each, (d_model)
    float *Q, *K, *V;       ///< (n, d_model), working space
    float* weights;         ///< (n_heads, n, n), a result
    float* concat;          ///< (n, d_model), working space
    float* output;          ///< (n, d_model), a result
};

extern "C" {
/// Computes weights and output. Exported by each yardstick, as is the next one.
void yardstick_attend(const AttentionProblem* problem);
/// Who multiplies, with version: "Eigen 3.4.0 for x86-64-v3".
const char* yardstick_name();
}
