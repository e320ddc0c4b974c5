#pragma once

#include <string_view>
#include <vector>

#include "core/cost/settings.h"
#include "core/model/catalogue.h"

namespace headscope {

/// Scalar operations, one each: a fused multiply-add is two.
struct FlopCount {
    Index multiplications = 0;
    Index additions = 0;
    Index subtractions = 0;
    Index divisions = 0;
    Index exponentials = 0;
    Index comparisons = 0;

    /// Error-free where flop_cost() gave it.
    Index total() const { return multiplications + additions + subtractions + divisions + exponentials + comparisons; }
    friend bool operator==(const FlopCount&, const FlopCount&) = default;
};

/// One step of the article's dense algorithm.
struct FlopStep {
    std::string_view name;    ///< "scores = Q K^T"
    std::string_view symbol;  ///< of the catalogue's tensor that it makes or differentiates, or empty
    std::string_view formula; ///< of its total, in B, n_q, n_k, d (d_model), h and d_k
    FlopCount count;
    HeadScaling scales_with_heads = HeadScaling::none; ///< of its total at fixed d_model, the leading term
};

struct FlopSettings {
    Index batch = 1;
    Index n_q = 1;
    Index n_k = 1;
    Index d_model = 512;
    Index n_heads = 8;
    bool masked = false;
    bool drops = false;
    bool self_attention = true; ///< query, key and value are one X, whose three gradients are added up; then n_q = n_k
};

/// Counted on the dense algorithm, not on an engine that skips masked cells. Forward, with n_q = n_k = n:
///   8Bnd^2 + 4Bn^2d - Bnd + Bhn^2(5 + m + r) - 2Bhn,  m = 1 if masked, r = 1 if dropout is on.
/// Backward, the gradients of the inputs included, as for a layer inside a network:
///   16Bnd^2 + 8Bn^2d - Bnd - 4d^2 - 4d + Bhn^2(4 + m + r) - Bhn.
/// General n_q and n_k: the formulas of the steps.
struct FlopCost {
    std::vector<FlopStep> forward;
    std::vector<FlopStep> backward;
    Index forward_total = 0;
    Index backward_total = 0;
    Index forward_with_heads = 0; ///< part of forward_total that carries h: elementwise work only
    Index backward_with_heads = 0;
};

/// Sizes are 1 or more, heads divide d_model (contracts). Error: cost_too_large.
Result<FlopCost> flop_cost(const FlopSettings& settings);
/// Of a memory question; its mode decides about dropout only.
FlopSettings flop_settings(const CostSettings& settings);

} // namespace headscope
