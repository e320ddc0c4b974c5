#pragma once

#include <string>

#include "core/engine/snapshot.h"

namespace headscope {

/// attention.json as in docs: tokens, text, settings (every option of `headscope attend` with its value), seed,
/// weights_kind (random|file|trained), version, instruction_set, attention (nested lists), contains ("weights", or with
/// dropout "weights after dropout"). Numbers are the shortest that read back as the same float32. Never a path: files
/// are named by their file name alone.
std::string attention_json(const Snapshot& snapshot);

} // namespace headscope
