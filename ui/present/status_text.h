#pragma once

#include <QString>

#include "core/engine/snapshot.h"

namespace headscope::ui {

/// "6 tokens · d_k 64 · random weights, seed 42 · materialised · rows sum to 1 (largest deviation 1.2e-7) · 0.31 ms"
QString statusText(const Snapshot& snapshot);

/// What "materialised" or "blocked" means; empty without a token.
QString pathHint(const Snapshot& snapshot);

/// "random weights, seed 42" or "weights from w.safetensors"
QString weightsText(const Request& request);

} // namespace headscope::ui
