#include "core/engine/earlier_rows.h"

#include <algorithm>

namespace headscope {

namespace {

// Rows of X that are the same: a token's vector is a function of seed, text and position.
Index same_rows(const Snapshot& before, const Snapshot& now) {
    const TextInput* const old_text = std::get_if<TextInput>(&before.request.input);
    const TextInput* const text = std::get_if<TextInput>(&now.request.input);
    if (old_text != nullptr && text != nullptr) {
        if (before.request.seed != now.request.seed || old_text->positions != text->positions) {
            return 0;
        }
        const auto differs = std::ranges::mismatch(before.tokens, now.tokens, {}, &Token::text, &Token::text);
        return differs.in1 - before.tokens.begin();
    }
    const ArrayInput* const old_arrays = std::get_if<ArrayInput>(&before.request.input);
    const ArrayInput* const arrays = std::get_if<ArrayInput>(&now.request.input);
    if (old_arrays == nullptr || arrays == nullptr || !(*old_arrays == *arrays)) {
        return 0;
    }
    const AttentionInput& given = arrays->arrays;
    const bool self_attention = given.query == given.key && given.query == given.value;
    return self_attention && given.query->dim(0) == 1 ? given.query->dim(1) : 0;
}

bool same_heads(const Snapshot& before, const Snapshot& now, const Wanted& wanted) {
    const Trace& trace = before.trace;
    return before.request.dims == now.request.dims && before.request.attention == now.request.attention &&
           now.request.attention.mask.kind() == Mask::Kind::causal && !wanted.scores && wanted.map_tile == 0 &&
           !(wanted.weights ? trace.weights : trace.log_sum_exp).empty();
}

} // namespace

Earlier earlier_rows(const Snapshot* before, const Snapshot& now, const Wanted& wanted) {
    // A d_model or seed that changes comes with other parameters.
    if (before == nullptr || before->trace.Q.empty() || before->parameters != now.parameters) {
        return {};
    }
    const Index rows = same_rows(*before, now);
    return {&before->trace, rows, rows > 0 && same_heads(*before, now, wanted)};
}

} // namespace headscope
