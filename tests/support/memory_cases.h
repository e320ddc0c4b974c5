#pragma once

#include <map>
#include <vector>

#include "core/cost/settings.h"
#include "tests/support/attention_cases.h"

namespace headscope::testing {

/// One run of an engine and the question that predicts its memory.
struct MemoryCase {
    CostSettings settings; ///< seq_len: queries
    Index n_k = 1;
    AttentionSettings attention;
    Index threads = 1;

    AttentionInput input() const { return cross_input(settings.batch, settings.seq_len, n_k, settings.d_model); }
    ModelDims dims() const { return dims_of(settings.d_model, settings.n_heads); }
};

/// Masks of every kind with the shape that they stand for.
inline std::vector<std::pair<Mask, MaskShape>> memory_masks(Index batch, Index n_q, Index n_k) {
    return {{Mask(), MaskShape::none},
            {Mask::causal(), MaskShape::all},
            {Mask::key_padding(1), MaskShape::key_padding},
            {random_mask(batch, n_q, n_k, 1, 0.5F), MaskShape::each_batch}};
}

/// More than 1,000, with batches, one token, one head, one column a head, more threads than tasks, and lengths below,
/// at and beyond the engines' blocks of rows and keys.
inline std::vector<MemoryCase> memory_cases(CostEngine engine) {
    std::vector<MemoryCase> cases;
    for (const auto& [n_q, n_k] :
         {std::array<Index, 2>{1, 1}, {2, 2}, {7, 7}, {64, 64}, {129, 129}, {200, 200}, {1, 9}, {130, 3}, {5, 300}}) {
        for (const auto& [d_model, n_heads] : {std::array<Index, 2>{1, 1}, {8, 8}, {12, 3}, {24, 2}}) {
            for (const Index batch : {1, 3}) {
                for (const auto& [mask, shape] : memory_masks(batch, n_q, n_k)) {
                    for (const double dropout : {0.0, 0.1}) {
                        for (const Index threads : {1, 2, 50}) {
                            MemoryCase c{{engine, dropout > 0.0 ? CostMode::training : CostMode::inference, batch, n_q,
                                          d_model, n_heads, shape, dropout, ElementType::float32, threads},
                                         n_k,
                                         {},
                                         threads};
                            c.attention.mask = mask;
                            c.attention.dropout = dropout;
                            cases.push_back(std::move(c));
                        }
                    }
                }
            }
        }
    }
    return cases;
}

/// parameters(d_model), made once.
inline const Parameters& memory_parameters(Index d_model) {
    static std::map<Index, std::shared_ptr<const Parameters>> made;
    std::shared_ptr<const Parameters>& parameters = made[d_model];
    if (parameters == nullptr) {
        parameters = random_parameters(d_model, 42);
    }
    return *parameters;
}

} // namespace headscope::testing
