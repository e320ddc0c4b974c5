#include "core/cost/cost.h"

#include <limits>

#include "core/cost/checked.h"
#include "core/model/catalogue.h"

namespace headscope {

namespace {

// A linear layer: d multiplications, d - 1 additions and the bias, for each of d values a row.
Checked linear_flops(Checked rows, Checked d) {
    return rows * d * 2 * d;
}

// The two products with all heads together, which do not depend on how many there are.
//   scores:   d_k multiplications, d_k - 1 additions and the division by sqrt(d_k): 2 d_k a cell, h cells of them
//   weights V: n_k multiplications and n_k - 1 additions for each of d values a row
Checked product_flops(Checked batch, Checked n_q, Checked n_k, Checked d) {
    return batch * n_q * n_k * 2 * d + batch * n_q * d * (n_k * 2 - 1);
}

// What every cell of every head costs besides: the mask's comparison, and for a row of the softmax n_k - 1 comparisons
// (maximum), n_k subtractions, n_k exponentials, n_k - 1 additions and n_k divisions; dropout's multiplication.
Checked cell_flops(Checked batch, Checked heads, Checked n_q, Checked n_k, bool masked, bool dropout) {
    const Checked a_cell = 5 + (masked ? 1 : 0) + (dropout ? 1 : 0);
    return batch * heads * n_q * (n_k * a_cell - 2);
}

// General form of the sum in cost.h, with d = d_model:
//   4 B n_q d^2 + 4 B n_k d^2 + 4 B n_q n_k d - B n_q d + B h n_q n_k (5 + m + r) - 2 B h n_q
// A temperature changes the divisor, not the count.
Checked forward_flops(const CostInput& in, Checked with_heads) {
    const Checked d = in.dims.d_model();
    const Checked query_rows = Checked(in.batch) * in.n_q; // W_q and W_o
    const Checked key_rows = Checked(in.batch) * in.n_k;   // W_k and W_v
    return linear_flops(query_rows, d) * 2 + linear_flops(key_rows, d) * 2 +
           product_flops(in.batch, in.n_q, in.n_k, d) + with_heads;
}

tl::unexpected<Error> too_much() {
    return fail(ErrorCode::needs_too_much_memory, std::numeric_limits<Index>::max(), std::numeric_limits<Index>::max());
}

} // namespace

Result<Cost> forward_cost(const CostInput& input) {
    const CatalogueSizes sizes{input.dims, input.batch, input.n_q, input.n_k};
    Checked parameter_bytes = 0;
    Checked activation_bytes = 0;
    for (const TensorInfo& info : tensor_catalogue()) {
        const Result<Index> bytes = tensor_bytes(info, sizes);
        if (!bytes) {
            return tl::make_unexpected(bytes.error());
        }
        if (info.role == TensorRole::parameter) {
            parameter_bytes = parameter_bytes + *bytes;
        }
        if (info.role == TensorRole::activation && (input.dropout || info.symbol != "dropped")) {
            activation_bytes = activation_bytes + *bytes;
        }
    }
    Checked with_heads = 0;
    Checked flops = 0;
    if (input.n_q > 0 && input.n_k > 0) { // without a row there is nothing to add up, and no n_k - 1
        with_heads = cell_flops(input.batch, input.dims.n_heads(), input.n_q, input.n_k, input.masked, input.dropout);
        flops = forward_flops(input, with_heads);
    }
    if (activation_bytes.overflow() || flops.overflow()) {
        return too_much();
    }
    Cost cost;
    cost.parameter_bytes = parameter_bytes.value();
    cost.parameters = cost.parameter_bytes / static_cast<Index>(sizeof(float));
    cost.scores_bytes = *tensor_bytes(tensor_info("scores"), sizes);
    cost.activation_bytes = activation_bytes.value();
    cost.flops_forward = flops.value();
    cost.flops_with_heads = with_heads.value();
    return cost;
}

} // namespace headscope
