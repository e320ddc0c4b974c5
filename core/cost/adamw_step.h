#pragma once

#include "core/cost/memory_timeline.h"

namespace headscope {

/// The first optimizer.step() of torch.optim.AdamW with its defaults. States are made here.
/// Not counted: the 292 bytes that step() takes at its start to label itself for the profiler.
void adamw_step(MemoryTimeline& timeline);
/// AdamW's two moments of each of the eight parameters, made and kept: all that a step in place needs.
void adamw_moments(MemoryTimeline& timeline);

} // namespace headscope
