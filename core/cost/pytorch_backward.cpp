#include "core/cost/pytorch_module.h"

namespace headscope {

namespace {

struct LinearNames {
    std::string_view weight;
    std::string_view bias;
    std::string_view rows;     ///< of the gradient of Q, K or V with its heads side by side again
    std::string_view of_input; ///< in a layer above the first
    std::string_view sum;      ///< of the gradients of the input so far
};

constexpr LinearNames of_w_o{"gradient of W_o.weight", "gradient of W_o.bias", "", "", ""};
constexpr LinearNames of_w_v{"gradient of W_v.weight", "gradient of W_v.bias", "gradient of V, as rows",
                             "gradient of the input through V", ""};
constexpr LinearNames of_w_k{"gradient of W_k.weight", "gradient of W_k.bias", "gradient of K, as rows",
                             "gradient of the input through K", "gradient of the input through V and K"};
constexpr LinearNames of_w_q{"gradient of W_q.weight", "gradient of W_q.bias", "gradient of Q, as rows",
                             "gradient of the input through Q", "gradient of the input"};

// One function a node of the graph, in the order in which autograd visits them. Each gives back what the forward pass
// had saved for it, and the gradient that it was given.
class Backward {
public:
    Backward(MemoryTimeline& timeline, const CostSettings& settings, const PytorchTensors& tensors,
             const PytorchPlace& place)
        : timeline_(timeline)
        , settings_(settings)
        , copies_(settings)
        , tensors_(tensors)
        , place_(place) {}

    int run() {
        const int of_concat = output();
        context(of_concat);
        if (settings_.drops()) {
            passed_on("gradient of weights", tensors_.noise);
        }
        passed_on("gradient of scores (softmax)", tensors_.weights);
        if (settings_.masked()) {
            passed_on("gradient of scores (mask)", tensors_.hidden);
        }
        passed_on("gradient of Q K^T", tensors_.sqrt_d_k);
        products();
        projections();
        return of_input_;
    }

private:
    int make(std::string_view name, const SymbolicShape& shape, TermKind kind = TermKind::temporary) {
        return timeline_.allocate("bwd", {name, "", shape, kind});
    }
    void release(int term) { timeline_.release("bwd", term); }

    void parameters(const LinearNames& names, bool copies_operand = false) {
        make(names.weight, shape({Extent::d_model, Extent::d_model}), TermKind::gradient);
        if (copies_operand) {
            copy_operand();
        }
        make(names.bias, shape({Extent::d_model}), TermKind::gradient);
    }

    void copy_operand() {
        pytorch_passing(timeline_, "bwd", {"gradient of K, copied for mm", "", pytorch_rows(), TermKind::temporary});
    }

    int output() {
        const int of_concat = make("gradient of concat", pytorch_rows());
        parameters(of_w_o);
        if (place_.incoming >= 0) {
            release(place_.incoming);
        }
        release(tensors_.concat);
        return of_concat;
    }

    // weights V: the gradients of V and of the weights (or of what dropout left of them)
    void context(int of_concat) {
        int of_heads = of_concat;
        if (copies_.operands) {
            of_heads = make("gradient of weights V, head by head", pytorch_head_rows());
            release(of_concat);
        }
        of_v_ = make("gradient of V", pytorch_head_rows());
        of_cells_ = make(settings_.drops() ? "gradient of dropped" : "gradient of weights", pytorch_cells());
        release(of_heads);
        if (settings_.drops()) {
            release(tensors_.dropped);
        }
        release(copies_.operands ? tensors_.v_copy : tensors_.V);
    }

    // A cell by cell operation: a new gradient for the old one.
    void passed_on(std::string_view name, int saved) {
        const int next = make(name, pytorch_cells());
        release(of_cells_);
        release(saved);
        of_cells_ = next;
    }

    // Q K^T: the gradients of K^T and of Q
    void products() {
        of_k_ = make("gradient of K^T", shape({Extent::batch, Extent::n_heads, Extent::d_head, Extent::n}));
        of_q_ = make("gradient of Q", pytorch_head_rows());
        if (copies_.key_of_a_head) {
            pytorch_keys_of_each_head(timeline_, "bwd", settings_);
        }
        release(of_cells_);
        release(copies_.operands ? tensors_.q_copy : tensors_.Q);
        release(copies_.operands ? tensors_.k_copy : tensors_.K);
    }

    void projections() {
        projection(of_v_, of_w_v, copies_.gradient_rows);
        projection(of_k_, of_w_k, copies_.key_gradient_rows, copies_.key_gradient_column);
        projection(of_q_, of_w_q, copies_.gradient_rows);
    }

    // view(...).transpose(1, 2) and the linear layer, the other way round.
    void projection(int gradient, const LinearNames& names, bool copies_rows, bool copies_operand = false) {
        if (copies_rows) {
            const int rows = make(names.rows, pytorch_rows());
            release(gradient);
            gradient = rows;
        }
        int of_input = -1;
        if (place_.input >= 0) {
            of_input = make(names.of_input, pytorch_rows());
            if (copies_operand) {
                copy_operand();
            }
        }
        parameters(names, copies_operand);
        release(gradient);
        if (place_.input >= 0) {
            add_to_input(of_input, names);
        }
    }

    // The input is shared by W_v, W_k and W_q, whose gradients are added as they come.
    void add_to_input(int gradient, const LinearNames& names) {
        if (&names == &of_w_q) {
            release(place_.input); // the last to need it
        }
        if (of_input_ < 0) {
            of_input_ = gradient;
            return;
        }
        const int sum = make(names.sum, pytorch_rows());
        release(of_input_);
        release(gradient);
        of_input_ = sum;
    }

    MemoryTimeline& timeline_;
    const CostSettings& settings_;
    PytorchCopies copies_;
    const PytorchTensors& tensors_;
    const PytorchPlace& place_;
    int of_q_ = -1;
    int of_k_ = -1;
    int of_v_ = -1;
    int of_input_ = -1; ///< the sum so far
    int of_cells_ = -1; ///< the latest gradient of batch x n_heads x n x n
};

} // namespace

int pytorch_backward(MemoryTimeline& timeline, const CostSettings& settings, const PytorchTensors& tensors,
                     const PytorchPlace& place) {
    return Backward(timeline, settings, tensors, place).run();
}

} // namespace headscope
