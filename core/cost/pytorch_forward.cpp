#include "core/cost/pytorch_module.h"

namespace headscope {

namespace {

// One function a statement of the article's forward().
class Forward {
public:
    Forward(MemoryTimeline& timeline, const CostSettings& settings)
        : timeline_(timeline)
        , settings_(settings)
        , copies_(settings)
        , trains_(settings.mode == CostMode::training) {}

    PytorchTensors run() {
        projections();
        scores();
        if (settings_.masked()) {
            fill_hidden();
        }
        tensors_.weights = make("softmax", {"weights", "weights", pytorch_cells()});
        if (settings_.drops()) {
            drop();
        }
        context();
        output();
        locals_go();
        return tensors_;
    }

private:
    // What backward() needs too.
    TermKind for_backward() const { return trains_ ? TermKind::saved : TermKind::temporary; }
    int make(std::string_view statement, const MemoryTimeline::Made& made) {
        return timeline_.allocate(statement, made);
    }

    void projections() {
        tensors_.Q = make("W_q", {"Q", "Q", pytorch_rows()});
        tensors_.K = make("W_k", {"K", "K", pytorch_rows()});
        tensors_.V = make("W_v", {"V", "V", pytorch_rows()});
    }

    // torch.matmul(Q, K.transpose(-2, -1)) / torch.sqrt(torch.tensor(d_k, dtype=torch.float32))
    void scores() {
        const int product = products();
        const int d_k = make("scores", {"d_k as a tensor", "", {}, TermKind::temporary, 4});
        tensors_.sqrt_d_k = make("scores", {"sqrt(d_k)", "", {}, for_backward(), 4});
        timeline_.release("scores", d_k);
        tensors_.scores = make("scores", {"scores = Q K^T / sqrt(d_k)", "scores", pytorch_cells()});
        timeline_.release("scores", product);
        if (!trains_) {
            timeline_.release("scores", tensors_.sqrt_d_k);
        }
    }

    int products() {
        if (copies_.operands) {
            const SymbolicShape transposed = shape({Extent::batch, Extent::n_heads, Extent::d_head, Extent::n});
            tensors_.q_copy = make("scores", {"Q, copied for matmul", "", pytorch_head_rows(), for_backward()});
            tensors_.k_copy = make("scores", {"K^T, copied for matmul", "", transposed, for_backward()});
        }
        const int product = make("scores", {"Q K^T", "", pytorch_cells(), TermKind::temporary});
        if (copies_.key_of_a_head) {
            pytorch_keys_of_each_head(timeline_, "scores", settings_);
        }
        if (copies_.operands && !trains_) {
            timeline_.release("scores", tensors_.k_copy);
            timeline_.release("scores", tensors_.q_copy);
        }
        return product;
    }

    // scores.masked_fill(mask == 0, -1e9)
    void fill_hidden() {
        const int zero = make("mask", {"the number 0 of mask == 0", "", {}, TermKind::temporary, 8});
        tensors_.hidden = make("mask", {"mask == 0", "", pytorch_mask(settings_.mask), for_backward(), 1});
        timeline_.release("mask", zero);
        tensors_.filled = make("mask", {"scores, -1e9 where masked", "", pytorch_cells()});
        if (!trains_) {
            timeline_.release("mask", tensors_.hidden);
        }
        timeline_.release("mask", tensors_.scores);
    }

    void drop() {
        tensors_.noise = make("dropout", {"keep / (1 - p)", "", pytorch_cells(), TermKind::saved});
        pytorch_number(timeline_, "dropout", "the number 1 - p", "1 - p in float32");
        tensors_.dropped = make("dropout", {"dropped", "dropped", pytorch_cells()});
    }

    // torch.matmul(attention, V).transpose(1, 2).contiguous().view(batch, -1, d_model)
    void context() {
        if (copies_.operands) {
            tensors_.v_copy = make("context", {"V, copied for matmul", "", pytorch_head_rows(), for_backward()});
        }
        const MemoryTimeline::Made concat{"concat", "concat", pytorch_rows()};
        const int product =
            make("context", copies_.heads_to_rows
                                ? MemoryTimeline::Made{"weights V", "", pytorch_head_rows(), TermKind::temporary}
                                : concat);
        if (copies_.operands && !trains_) {
            timeline_.release("context", tensors_.v_copy);
        }
        tensors_.concat = product;
        if (copies_.heads_to_rows) {
            tensors_.concat = make("concat", concat);
            timeline_.release("concat", product);
        }
    }

    void output() {
        tensors_.output = make("W_o", {"output", "output", pytorch_rows()});
        if (!trains_) {
            timeline_.release("W_o", tensors_.concat);
        }
    }

    // The local variables of forward() end; in training what backward() needs stays.
    void locals_go() {
        if (!trains_ || copies_.operands) {
            for (const int local : {tensors_.Q, tensors_.K, tensors_.V}) {
                timeline_.release("ret_forward", local);
            }
        }
        timeline_.release("ret_forward", settings_.masked() ? tensors_.filled : tensors_.scores);
        if (!trains_) {
            timeline_.release("ret_forward", tensors_.weights);
        }
    }

    MemoryTimeline& timeline_;
    const CostSettings& settings_;
    PytorchCopies copies_;
    bool trains_;
    PytorchTensors tensors_;
};

} // namespace

PytorchTensors pytorch_forward(MemoryTimeline& timeline, const CostSettings& settings) {
    return Forward(timeline, settings).run();
}

} // namespace headscope
