#pragma once

#include <vector>

#include <QString>

#include "app/memory_report.h"

namespace headscope::ui {

/// What `headscope memory --json` prints, one object, ending with a new line. Every count is a whole number, written in
/// full also beyond 2^53. Of one layer, unless said otherwise:
/// - `settings` (engine, mode, batch, seq_len, d_model, heads, d_k, mask_shape, dropout, dtype, threads, layers),
///   `engine_label`, `measured` (false: computed from the same rules);
/// - `peak_bytes`, `forward_peak_bytes` (null in inference), `alive_after_forward_bytes`, `alive_at_end_bytes`,
///   `step_peak_bytes`, `peak_with_heads_bytes`; neither input nor parameters nor optimizer are in them;
/// - `parameters` (a count), `parameter_bytes`, `gradient_bytes`, `optimizer_bytes`, `needed_bytes` (all together);
/// - `flops_forward`, `flops_backward` (0 in inference), `flops_forward_with_heads`;
/// - `terms`, in the order in which they are made: `name`, `symbol` (of the article's tensor, or null), `shape`,
///   `sizes`, `formula`, `bytes`, `element_bytes`, `scales_with_heads` (none|linear|inverse), `kind`, `phase`, `born`
///   and `died` (indices into `events`; null: alive at the end), `at_peak`;
/// - `events`: `statement`, `phase`, `term` (an index), `bytes` (negative: released), `live`; `peak_event`, an index;
/// - `twice_the_heads`: `keep_d_model` and `keep_d_head`, each null or `d_model`, `peak_bytes`, `factor`;
/// - `break_even`: `formula`, `seq_len`;
/// - `stack`: the same for all layers;
/// - `budget`: null, or `bytes`, `largest_seq_len`, `needed_bytes`, `needed_bytes_one_more`, `breaking_term`.
/// - `kv_cache`, of all layers with seq_len tokens in it: `kv_heads`, `kind` (multi-head|grouped-query|multi-query),
///   `bytes_per_token` (of one sequence), `cache_bytes`, `parameters`, and of the step that decodes one token more
///   `step_read_bytes`, `step_appended_bytes`, `step_flops`, `step_flops_with_heads`;
/// - `tensor_parallel`: null, or of one layer `devices`, `heads_per_device`, `parameters_per_device`, `split_bytes`,
///   `split_bytes_per_device`, `replicated_bytes`, `all_reduces`, `all_reduce_bytes`, `sent_bytes_per_device`;
/// - `saved_tensors` (training; otherwise empty): what the attention block saves with Korthikanti et al. and with the
///   article's module: `name`, `formula`, `korthikanti_bytes`, `article_bytes`, `difference`.
/// Of several numbers of heads: an object whose `heads` is a list of such objects.
QString memoryJson(const std::vector<MemoryReport>& reports);

} // namespace headscope::ui
