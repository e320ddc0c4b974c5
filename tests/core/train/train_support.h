#pragma once

#include "core/base/random.h"
#include "core/train/batch.h"
#include "core/train/train_config.h"

namespace headscope::testing {

/// Random tokens and classes; a fifth of the features (where there are several) and of the targets is none. With
/// `last_only` the last token alone has targets, all of them.
inline Batch random_batch(const TaskShape& shape, Index size, Index seq_len, std::uint64_t seed,
                          bool last_only = false) {
    const RandomStream stream(seed, "batch");
    std::uint64_t next = 0;
    const auto draw = [&](Index below) {
        return static_cast<std::int32_t>(stream.bits(next++) % static_cast<std::uint64_t>(below));
    };
    Batch batch{size, seq_len, shape.features, shape.read_outs, {}, {}};
    for (Index i = 0; i < size * seq_len * shape.features; ++i) {
        const bool none = shape.features > 1 && draw(5) == 0;
        batch.inputs.push_back(none ? Batch::none : draw(shape.table_rows));
    }
    for (Index i = 0; i < size * seq_len * shape.read_outs; ++i) {
        const bool last = i / shape.read_outs % seq_len == seq_len - 1;
        const bool none = last_only ? !last : draw(5) == 0;
        batch.targets.push_back(none ? Batch::none : draw(shape.classes));
    }
    return batch;
}

/// A model in which everything that can be on is on, two layers.
inline TrainModelConfig whole_config() {
    TrainModelConfig config;
    config.shape = {9, 5, 2, 2, 7};
    config.dims = *ModelDims::create(12, 3);
    config.layers = 2;
    config.layer_norm = true;
    config.mlp = true;
    config.biases = true;
    config.positions = TrainPositions::learned;
    return config;
}

/// One plain layer, as in the needle tasks.
inline TrainModelConfig plain_config() {
    TrainModelConfig config;
    config.shape = {9, 5, 2, 2, 7};
    config.dims = *ModelDims::create(8, 2);
    return config;
}

} // namespace headscope::testing
