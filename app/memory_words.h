#pragma once

#include "core/cost/kv_cache.h"
#include "core/cost/memory_cost.h"
#include "core/cost/transformer_activations.h"

namespace headscope::ui {

// As the command line takes them and JSON has them; not translated.
const char* engineId(CostEngine engine);
const char* modeId(CostMode mode);
const char* maskShapeId(MaskShape shape);
const char* elementId(ElementType type);
const char* scalingId(HeadScaling scaling);
const char* kindId(TermKind kind);
const char* phaseId(CostPhase phase);
const char* sharingId(KvSharing sharing);
const char* differenceId(ActivationDifference difference);

/// Whose tensors, and how sure: "The article's module in PyTorch (CPU, measured)". Translation context "Memory".
const char* engineLabel(const MemoryCost& cost);

} // namespace headscope::ui
