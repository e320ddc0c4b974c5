#include "core/cost/pytorch_module.h"

namespace headscope {

namespace {

struct LinearNames {
    std::string_view weight;
    std::string_view bias;
};

// One function a node of the graph, in the order in which autograd visits them. Each gives back what the forward pass
// had saved for it, and the gradient that it was given.
class Backward {
public:
    Backward(MemoryTimeline& timeline, const CostSettings& settings, const PytorchTensors& tensors)
        : timeline_(timeline)
        , settings_(settings)
        , copies_(settings)
        , tensors_(tensors) {}

    void run() {
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
        projection(of_v_, copies_.gradient_rows ? "gradient of V, as rows" : "",
                   {"gradient of W_v.weight", "gradient of W_v.bias"});
        projection(of_k_, copies_.key_gradient_rows ? "gradient of K, as rows" : "",
                   {"gradient of W_k.weight", "gradient of W_k.bias"}, copies_.key_gradient_column);
        projection(of_q_, copies_.gradient_rows ? "gradient of Q, as rows" : "",
                   {"gradient of W_q.weight", "gradient of W_q.bias"});
    }

private:
    int make(std::string_view name, const SymbolicShape& shape, TermKind kind = TermKind::temporary) {
        return timeline_.allocate("bwd", {name, "", shape, kind});
    }
    void release(int term) { timeline_.release("bwd", term); }

    void parameters(const LinearNames& names, bool copies_operand = false) {
        make(names.weight, shape({Extent::d_model, Extent::d_model}), TermKind::gradient);
        if (copies_operand) {
            pytorch_passing(timeline_, "bwd",
                            {"gradient of K, copied for mm", "", pytorch_rows(), TermKind::temporary});
        }
        make(names.bias, shape({Extent::d_model}), TermKind::gradient);
    }

    int output() {
        const int of_concat = make("gradient of concat", pytorch_rows());
        parameters({"gradient of W_o.weight", "gradient of W_o.bias"});
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

    // view(...).transpose(1, 2) and a linear layer whose input x needs no gradient. `rows` is the name of the copy that
    // has the heads side by side, or empty where none is needed.
    void projection(int gradient, std::string_view rows, const LinearNames& names, bool copies_operand = false) {
        if (!rows.empty()) {
            const int copy = make(rows, pytorch_rows());
            release(gradient);
            gradient = copy;
        }
        parameters(names, copies_operand);
        release(gradient);
    }

    MemoryTimeline& timeline_;
    const CostSettings& settings_;
    PytorchCopies copies_;
    const PytorchTensors& tensors_;
    int of_q_ = -1;
    int of_k_ = -1;
    int of_v_ = -1;
    int of_cells_ = -1; ///< the latest gradient of batch x n_heads x n x n
};

} // namespace

void pytorch_backward(MemoryTimeline& timeline, const CostSettings& settings, const PytorchTensors& tensors) {
    Backward(timeline, settings, tensors).run();
}

} // namespace headscope
