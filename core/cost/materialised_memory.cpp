#include "core/attention/block_sizes.h"
#include "core/cost/engines.h"
#include "core/cost/headscope_timeline.h"

namespace headscope {

namespace {

using enum Extent;

class Materialised {
public:
    Materialised(const CostSettings& settings, Index n_keys, const Wanted& wanted)
        : at_(settings, n_keys)
        , wanted_(wanted)
        , cells_(shape({batch, n_heads, at_.queries(), at_.keys()})) {
        at_.set_panels(1);
        if (wanted.map_tile > 0) {
            at_.set(map_rows, ceil_divided(settings.seq_len, wanted.map_tile));
            at_.set(map_columns, ceil_divided(n_keys, wanted.map_tile));
        }
    }

    Result<MemoryCost> tell() {
        forward();
        at_.forward_done();
        if (at_.trains() && wanted_ == Wanted{}) {
            backward();
            at_.optimizer_step();
        }
        return std::move(at_).finish();
    }

private:
    void forward() {
        at_.make_input_projections();
        if (wanted_.scores) {
            scores_ = at_.make("scores", {"scores", "scores", cells_});
        }
        if (wanted_.weights) {
            weights_ = at_.make("softmax", {"weights", "weights", cells_});
            if (at_.settings().drops()) {
                dropped_ = at_.make("dropout", {"dropped", "dropped", cells_});
            }
        }
        if (wanted_.map_tile > 0) {
            const SymbolicShape map = shape({batch, n_heads, map_rows, map_columns});
            at_.make("softmax", {"largest weight of each tile", "", map});
            at_.make("softmax", {"mean weight of each tile", "", map});
        }
        at_.make_concat();
        at_.use_in_heads(at_.keys());
        at_.make_output();
    }

    void backward() {
        const int concat_gradient = at_.backward_of_output();
        at_.release("W_o", at_.concat);
        const bool drops = at_.settings().drops();
        int gradient = at_.make_gradient("context", drops ? "gradient of dropped" : "gradient of weights", cells_);
        const int v_gradient = at_.make_gradient("context", "gradient of V", at_.key_tensor());
        at_.release("context", concat_gradient);
        at_.release("context", at_.V);
        if (drops) {
            at_.release("dropout", dropped_); // which cells were kept is counted out anew
            gradient = at_.replace("dropout", gradient, "gradient of weights", cells_);
        }
        gradient = at_.replace("softmax", gradient, "gradient of scores", cells_);
        at_.release("softmax", weights_);
        at_.release("scores", scores_);
        const int q_gradient = at_.make_gradient("scores", "gradient of Q", at_.query_tensor());
        const int k_gradient = at_.make_gradient("scores", "gradient of K", at_.key_tensor());
        for (const int term : {gradient, at_.Q, at_.K}) {
            at_.release("scores", term);
        }
        at_.backward_of_input(q_gradient, k_gradient, v_gradient);
    }

    HeadscopeTimeline at_;
    Wanted wanted_;
    SymbolicShape cells_;
    int scores_ = -1;
    int weights_ = -1;
    int dropped_ = -1;
};

} // namespace

Result<MemoryCost> materialised_memory(const CostSettings& settings, Index n_k, const Wanted& wanted) {
    return Materialised(settings, n_k, wanted).tell();
}

Result<MemoryCost> materialised_memory(const CostSettings& settings) {
    return materialised_memory(settings, settings.seq_len);
}

} // namespace headscope
