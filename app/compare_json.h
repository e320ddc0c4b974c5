#pragma once

#include <QString>

#include "app/compare_report.h"

namespace headscope::ui {

/// What `headscope compare --json` prints, one object, ending with a new line:
/// - `text` and `tokens` (of arrays null and an empty list), `batch`, `seq_len`, `d_model`;
/// - `settings`: `tokenizer`, `positions`, `mask`, `mask_fill`, `temperature`, `dropout`, `seed`, `dropout_seed` (seeds
///   are strings: they have 64 bits), `weights_kind` ("random" or "file");
/// - `parameters`, a count, whatever the number of heads;
/// - `heads`, a list with one object for each number of heads: `heads`, `d_k`, `peak_bytes` (predicted),
///   `counted_peak_bytes`, `difference_bytes` (0), `parameters`, `flops_forward`, `flops_with_heads`, `seconds`
///   (median), `runs`, and `metrics`: for each head `head`, `entropy` (nats), `relative_entropy` (null where every row
///   sees one key), `distance`, `self`, `previous`, `first`, `largest`: see core/attention/head_metrics.h.
QString compareJson(const CompareReport& report);

} // namespace headscope::ui
