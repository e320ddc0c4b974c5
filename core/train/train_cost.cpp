#include "core/train/train_cost.h"

#include "core/cost/transformer.h"

namespace headscope {

Result<Index> training_step_flops(const TrainModelConfig& config, Index batch) {
    const Index n = config.shape.seq_len;
    const Index d = config.dims.d_model();
    const Checked rows = Checked(n) * d;
    const Checked mlp = config.mlp ? rows * config.hidden() * 4 : 0;
    const Checked read_out = rows * config.shape.read_outs * config.shape.classes * 2;
    const Checked forward = (attention_flops(n, d) + mlp) * config.layers + read_out;
    const Checked step = forward * batch * 3;
    if (step.overflow()) {
        return fail(ErrorCode::cost_too_large, batch, n, d, config.dims.n_heads());
    }
    return step.value();
}

} // namespace headscope
