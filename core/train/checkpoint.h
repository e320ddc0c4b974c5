#pragma once

#include <map>
#include <string>

#include "core/base/error.h"
#include "core/io/safetensors_file.h"
#include "core/train/parameter_set.h"

namespace headscope {

// A model in a safetensors file: tensors by the names of parameter_places(), linear layers (out, in) as
// torch.nn.Linear has them. The metadata has an entry "model", JSON with the configuration:
//   {"version": 1, "d_model": 64, "n_heads": 4, "layers": 1, "layer_norm": false, "mlp": false, "biases": false,
//    "positions": "none" | "learned" | "sinusoidal", "causal": true, "dropout": 0.0, "embedding_std": 0.5,
//    "table_rows": 40, "classes": 10, "features": 2, "read_outs": 4, "seq_len": 13}
// With the optimizer's state there are AdamW's moments "first_moment.NAME" and "second_moment.NAME", and an entry
// "steps_done". Other entries and tensors are the writer's own.

using CheckpointMetadata = std::map<std::string, std::string>;

struct CheckpointOptions {
    StoredType type = StoredType::float32;
    bool with_optimizer = false; ///< float32 alone (contract): training goes on with the same bits
};

std::string checkpoint_bytes(const TrainModelConfig& config, const ParameterSet& parameters, Index steps_done,
                             CheckpointMetadata metadata, const CheckpointOptions& options);

/// Errors: checkpoint_bad_entry, those of check() and of ModelDims::create().
Result<TrainModelConfig> read_train_config(const SafetensorsFile& file);

/// Fills the parameters, and with them the moments where the file has them; the steps done, 0 without moments.
/// Errors: checkpoint_bad_entry, and those of SafetensorsFile.
Result<Index> read_checkpoint(const SafetensorsFile& file, ParameterSet& parameters);

} // namespace headscope
