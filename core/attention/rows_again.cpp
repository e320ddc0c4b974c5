#include <algorithm>

#include "core/attention/attention.h"
#include "core/attention/head_panels.h"
#include "core/base/contract.h"

namespace headscope {

namespace {

template <typename Write>
Matrix rows_again(const Trace& trace, const ModelDims& dims, const AttentionSettings& settings, const HeadRows& rows,
                  bool all_keys, Write write) {
    HEADSCOPE_EXPECTS(rows.first >= 0 && rows.count >= 0 && rows.first + rows.count <= trace.n_q());
    Matrix cells(rows.count, trace.n_k());
    const HeadInputs inputs{trace.Q, trace.K, trace.V, dims, settings, false, 1.0F};
    HeadPanels head(inputs, nullptr);
    for (Index row = 0; row < rows.count; row += panel_lanes) {
        const Index count = std::min(panel_lanes, rows.count - row);
        (void)head.make_scores({rows.b, rows.h, rows.first + row, count}, all_keys); // checked by the run itself
        write(head, cells.data() + row * trace.n_k());
    }
    return cells;
}

} // namespace

Matrix weights_of(const Trace& trace, const ModelDims& dims, const AttentionSettings& settings, Index b, Index h,
                  Index first, Index count) {
    AttentionSettings before_dropout = settings;
    before_dropout.dropout = 0.0;
    return rows_again(trace, dims, before_dropout, {b, h, first, count}, false, [](HeadPanels& head, float* to) {
        head.make_weights();
        head.write_weights(to, false);
    });
}

Matrix scores_of(const Trace& trace, const ModelDims& dims, const AttentionSettings& settings, Index b, Index h,
                 Index first, Index count) {
    return rows_again(trace, dims, settings, {b, h, first, count}, true,
                      [](HeadPanels& head, float* to) { head.write_scores(to, false); });
}

} // namespace headscope
