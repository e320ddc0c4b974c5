#pragma once

#include <QString>

#include "app/train_report.h"

namespace headscope::ui {

/// What `headscope train --json` prints, one object, ending with a new line:
/// - `task`, `k` (of needles, otherwise null), `csv` (its path, otherwise null), `seed` (a string: it has 64 bits; of
/// the
///   task, and of the first run);
/// - `settings`: `d_model`, `layers`, `layer_norm`, `mlp`, `positions` (none|learned|sinusoidal), `causal`,
///   `embedding_std`, `steps`, `batch`, `peak_rate`, `beta1`, `beta2`, `weight_decay`, `largest_norm`,
///   `curve_sequences`, `validation_sequences`, `threads`;
/// - `loss_floor` (nats per target, null where it is not known), `parameters`, `flops_of_a_step`;
/// - `heads`, a list with one object for each number of heads: `heads`, `d_k`, `parameters`, `accuracy` and `loss`
/// (each
///   `mean`, `least`, `most` over the seeds), `above_floor` (mean loss less the floor, or null), `seconds` (mean), and
///   `runs`: `seed`, `accuracy`, `loss`, `correct`, `targets`, `seconds`, and `curve`: `step`, `loss`, `accuracy`;
/// - `conclusion`: `kind` (unknown|no_difference|more_heads_win|fewer_heads_win|mixed), `measure` (accuracy|loss),
/// `best`
///   and `enough` (null where unknown), `as_good`, `worse`: see conclude() in core/train/race.h;
/// - `files`: the paths written.
QString trainJson(const TrainOptions& options, const TrainReport& report);

} // namespace headscope::ui
