#pragma once

#include <QString>

#include "core/engine/snapshot.h"

namespace headscope::ui {

/// What made a figure, in one line: "6 tokens · 8 heads, d_model 512, d_k 64 · random weights, seed 42 · causal mask ·
/// Headscope 0.1.0, x86-64". Parts do not break inside.
QString figureCaption(const Snapshot& snapshot, Index batch);

} // namespace headscope::ui
