#include "core/attention/block_sizes.h"
#include "core/cost/engines.h"
#include "core/cost/headscope_timeline.h"

namespace headscope {

namespace {

using enum Extent;

class Blocked {
public:
    Blocked(const CostSettings& settings, Index n_keys)
        : at_(settings, n_keys) {
        at_.set(key_rows, blocked_keys(n_keys));
        at_.set_panels(blocked_panels(settings.seq_len));
    }

    Result<MemoryCost> tell() {
        at_.make_input_projections();
        const int log_sum_exp = at_.make("softmax", {"log-sum-exp", "", shape({batch, n_heads, at_.queries()})});
        at_.make_concat();
        at_.use_in_heads(key_rows);
        at_.make_output();
        at_.forward_done();
        if (at_.trains()) {
            backward(log_sum_exp);
            at_.optimizer_step();
        }
        return std::move(at_).finish();
    }

private:
    static SymbolicShape tile() { return shape({threads, key_rows, lanes}); }

    // Dao et al. 2022, algorithm 4: the sum over a row of weights * their gradients is that of concat * its gradient.
    void backward(int log_sum_exp) {
        const int concat_gradient = at_.backward_of_output();
        const int products =
            at_.make_gradient("context", "sum of concat * its gradient", shape({batch, n_heads, at_.queries()}));
        at_.release("context", at_.concat);
        const int q_gradient = at_.make_gradient("context", "gradient of Q", at_.query_tensor());
        const int k_gradient = at_.make_gradient("context", "gradient of K", at_.key_tensor());
        const int v_gradient = at_.make_gradient("context", "gradient of V", at_.key_tensor());
        at_.use("context", {{"tile of weights, made anew", "", tile(), TermKind::temporary},
                            {"tile of their gradients", "", tile(), TermKind::temporary}});
        for (const int term : {concat_gradient, products, log_sum_exp, at_.Q, at_.K, at_.V}) {
            at_.release("context", term);
        }
        at_.backward_of_input(q_gradient, k_gradient, v_gradient);
    }

    HeadscopeTimeline at_;
};

} // namespace

Result<MemoryCost> blocked_memory(const CostSettings& settings, Index n_k) {
    return Blocked(settings, n_k).tell();
}

Result<MemoryCost> blocked_memory(const CostSettings& settings) {
    return blocked_memory(settings, settings.seq_len);
}

} // namespace headscope
