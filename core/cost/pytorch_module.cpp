#include "core/cost/pytorch_module.h"

#include <algorithm>

#include "core/base/contract.h"

namespace headscope {

namespace {

// A matrix of a batched product goes to BLAS by itself from 400 multiplications on (aten/src/ATen/native/
// LinearAlgebra.cpp); with d_k = 1 a head has n * n.
constexpr Index least_blas_tokens = 20;
// More heads than these would only repeat the same allocation and release.
constexpr Index most_heads_told = 4096;

} // namespace

PytorchCopies::PytorchCopies(const CostSettings& s) {
    const bool many_tokens = s.seq_len > 1;
    const bool many_heads = s.n_heads > 1;
    const bool a_batch = s.batch > 1;
    const bool columns = s.d_head() == 1;
    operands = a_batch && many_heads && many_tokens;
    key_of_a_head = !a_batch && many_heads && columns && s.seq_len >= least_blas_tokens;
    heads_to_rows = many_heads && many_tokens;
    gradient_rows = many_heads && many_tokens && (a_batch || !columns);
    key_gradient_rows = a_batch && many_tokens && s.d_model > 1;
    key_gradient_column = a_batch && many_tokens && s.d_model == 1;
}

SymbolicShape pytorch_rows() {
    return shape({Extent::batch, Extent::n, Extent::d_model});
}

SymbolicShape pytorch_head_rows() {
    return shape({Extent::batch, Extent::n_heads, Extent::n, Extent::d_head});
}

SymbolicShape pytorch_cells() {
    return shape({Extent::batch, Extent::n_heads, Extent::n, Extent::n});
}

SymbolicShape pytorch_mask(MaskShape mask) {
    using enum Extent;
    switch (mask) {
    case MaskShape::all: return shape({one, one, n, n});
    case MaskShape::each_batch: return shape({batch, one, n, n});
    case MaskShape::key_padding: return shape({batch, one, one, n});
    case MaskShape::each_head: return pytorch_cells();
    case MaskShape::none: break;
    }
    HEADSCOPE_EXPECTS(false);
}

void pytorch_passing(MemoryTimeline& timeline, std::string_view statement, const MemoryTimeline::Made& made) {
    timeline.release(statement, timeline.allocate(statement, made));
}

void pytorch_number(MemoryTimeline& timeline, std::string_view statement, std::string_view name,
                    std::string_view float32_name) {
    const int number = timeline.allocate(statement, {name, "", {}, TermKind::temporary, 8});
    pytorch_passing(timeline, statement, {float32_name, "", {}, TermKind::temporary, 4});
    timeline.release(statement, number);
}

void pytorch_keys_of_each_head(MemoryTimeline& timeline, std::string_view statement, const CostSettings& settings) {
    for (Index head = 0; head < std::min(settings.n_heads, most_heads_told); ++head) {
        pytorch_passing(timeline, statement, {"keys of one head, copied", "", shape({Extent::n}), TermKind::temporary});
    }
}

} // namespace headscope
