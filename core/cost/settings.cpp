#include "core/cost/settings.h"

#include <limits>

#include "core/cost/checked.h"
#include "core/model/dims.h"

namespace headscope {

Result<void> CostSettings::check() const {
    const struct {
        const char* name;
        Index value;
    } sizes[] = {
        {"batch", batch}, {"seq_len", seq_len}, {"d_model", d_model}, {"n_heads", n_heads}, {"threads", threads}};
    for (const auto& size : sizes) {
        if (size.value < 1) {
            return fail(ErrorCode::cost_size_not_positive, size.name, size.value);
        }
    }
    if ((Checked(d_model) * d_model * 16).overflow()) {
        return fail(ErrorCode::cost_too_large, batch, seq_len, d_model, n_heads); // before divisors are looked for
    }
    if (Result<void> heads = check_heads(d_model, n_heads); !heads) {
        return heads;
    }
    if (!(dropout >= 0.0 && dropout < 1.0)) {
        return fail(ErrorCode::dropout_out_of_range, dropout);
    }
    if (mode == CostMode::training && element == ElementType::int8) {
        return fail(ErrorCode::element_type_not_for_training, "int8");
    }
    return {};
}

CostSettings with_heads(CostSettings settings, Index n_heads, Keep keep) {
    if (keep == Keep::d_head) {
        const Checked d_model = Checked(settings.d_head()) * n_heads;
        settings.d_model = d_model.overflow() ? std::numeric_limits<Index>::max() : d_model.value();
    }
    settings.n_heads = n_heads;
    return settings;
}

} // namespace headscope
