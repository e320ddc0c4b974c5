#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/tensor.h"
#include "core/train/batch.h"
#include "core/train/checkpoint.h"
#include "core/train/schedule.h"
#include "core/train/train_config.h"

namespace headscope {

struct TrainSettings {
    Schedule schedule;
    double beta1 = 0.9;
    double beta2 = 0.98;
    double weight_decay = 0.0; ///< of all parameters, as torch.optim.AdamW
    double largest_norm = 1.0; ///< gradients are clipped to it; 0: not at all
    std::uint64_t seed = 42;   ///< of the parameters and of dropout
    Index threads = 1;
};

struct Evaluation {
    double loss_sum = 0.0; ///< nats, over all targets
    Index correct = 0;     ///< targets whose class has the largest logit (of equal ones the first counts)
    Index count = 0;       ///< targets

    double loss() const { return loss_sum / static_cast<double>(count); }
    double accuracy() const { return static_cast<double>(correct) / static_cast<double>(count); }
};

/// A model in training. One thread at a time; `threads` of its own help. The same settings, seed and batches give the
/// same bits on the same instruction set, whatever the number of threads. Batches have the shape of the task (contract;
/// seq_len may be less); their size is free and may change, multiples of 32 use the machine best.
class Trainer {
public:
    /// Errors: as check(TrainModelConfig).
    static Result<std::unique_ptr<Trainer>> create(const TrainModelConfig& config, const TrainSettings& settings);
    ~Trainer();
    Trainer(const Trainer&) = delete;
    Trainer& operator=(const Trainer&) = delete;

    const TrainModelConfig& config() const;
    const TrainSettings& settings() const;
    Index parameter_count() const;

    /// One step of AdamW with this batch (at least one target, contract); its loss, the mean over its targets, before
    /// the step. Error: training_diverged; then the parameters are what they were.
    Result<double> step(const Batch& batch);
    Index steps_done() const;
    /// Of the next step: the schedule's times the factor.
    double rate() const;
    /// A rate that is changed in mid-training; 1 at first.
    void set_rate_factor(double factor);
    double rate_factor() const;

    /// Without dropout. Error: training_diverged.
    Result<Evaluation> evaluate(const Batch& batch);
    /// The class with the largest logit at every token: (batch, seq_len, read_outs), as Batch::targets.
    std::vector<std::int32_t> predict(const Batch& batch);
    /// Attention weights of one sequence of a batch: (layers, heads, n, n), rows are queries, hidden cells are 0.
    Tensor attention_maps(const Batch& batch, Index sequence);

    /// A head that is off adds nothing to its layer's output and gets no gradient; its map is still there. All are on
    /// at first.
    void switch_head(Index layer, Index head, bool on);
    bool head_is_on(Index layer, Index head) const;

    /// Tensors are float32 or float16; `metadata` is kept beside the model's own entries (see checkpoint.h).
    using Precision = StoredType;
    using Metadata = CheckpointMetadata;
    /// The bytes of a safetensors file. `with_optimizer`: with AdamW's moments and the steps done, so that training
    /// goes on with the same bits (float32 only, contract).
    std::string checkpoint(const Metadata& metadata, Precision precision, bool with_optimizer) const;
    /// A model of a file; with the optimizer's state where the file has it. `settings` are the caller's.
    /// Errors: file_*, safetensors_*, array_*, and those of create().
    static Result<std::unique_ptr<Trainer>> load(const std::string& path, const TrainSettings& settings);
    /// Of the file that the model was loaded from; empty for others.
    const Metadata& metadata() const;

private:
    struct State;
    explicit Trainer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace headscope
