#pragma once

#include <string>

#include "core/engine/snapshot.h"

namespace headscope {

/// attention.json, one object:
/// - `tokens`: a list of strings, empty for arrays; `text`: the source, null for arrays;
/// - `settings`: every option of `headscope attend` that decides the result, under the option's own name:
///   `input`, `key`, `value` (null, or for arrays {"shape": [...]}; key and value are null when they are the input),
///   `tokenizer`, `positions` (null for arrays), `d_model`, `heads`, `weights` (a file's name without its folder, or
///   null), `seed`, `temperature`, `dropout`, `dropout_seed`, `mask` ("none", "causal", "key_padding" with
///   `padded_keys`, or "matrix" with `mask_values`, nested lists of 0 and 1 as mask.npy: a name would not be enough to
///   redo it) and `mask_fill`;
/// - `seed`, `weights_kind` ("random" or "file"), `version`, `instruction_set`;
/// - `contains`: "weights", or with dropout "weights after dropout"; `attention`: those, nested lists (heads, n_q,
/// n_k),
///   with a leading batch axis when the input had one.
///
/// Numbers are the shortest that read back as the same float32. Seeds are strings: they have 64 bits, and readers of
/// JSON keep 53. Never a path: files are named by their file name alone. A text without tokens gives empty lists.
std::string attention_json(const Snapshot& snapshot);

} // namespace headscope
