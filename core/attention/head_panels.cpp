#include "core/attention/head_panels.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/attention/block_sizes.h"
#include "core/attention/forward_steps.h"
#include "core/base/contract.h"
#include "core/base/portable_math.h"
#include "core/base/random.h"

namespace headscope {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

Index batch_stride(const Tensor& t) {
    return t.dim(1) * t.dim(2);
}

// The queries of a panel, divided by sqrt(d_k) * temperature, so that their products with the keys are scores.
void pack_queries(const HeadInputs& inputs, const HeadRows& rows, float* panel) {
    const Index d_k = inputs.dims.d_head();
    const Index d = inputs.dims.d_model();
    rows_to_panel(inputs.Q.data() + rows.b * batch_stride(inputs.Q) + rows.first * d + rows.h * d_k, d, rows.count, d_k,
                  score_divisor(inputs.dims, inputs.settings), panel);
}

// The article fills the scores of a fully masked row with one number, so all keys weigh the same: as if they were
// visible and the query 0.
void forget_queries(float* panel, Index d_k, std::uint32_t lanes) {
    for (Index k = 0; k < d_k; ++k) {
        for (Index lane = 0; lane < panel_lanes; ++lane) {
            if ((lanes >> lane & 1U) != 0) {
                panel[k * panel_lanes + lane] = 0.0F;
            }
        }
    }
}

bool uses_uniform_rows(const HeadInputs& inputs, const PanelMask& mask) {
    return mask.fully_masked != 0 && inputs.settings.mask_fill == MaskFill::article;
}

// Keys `key` .. `key` + count - 1 of the head; scores lie one row a key.
Result<void> multiply_keys(const HeadInputs& inputs, const HeadRows& rows, Index key, Index count, const float* queries,
                           float* scores) {
    const Index d_k = inputs.dims.d_head();
    const Index d = inputs.dims.d_model();
    const float* const keys = inputs.K.data() + rows.b * batch_stride(inputs.K) + key * d + rows.h * d_k;
    multiply_panel({keys, d, 1}, count, d_k, queries, scores, panel_lanes, false);
    if (inputs.scores_may_overflow && !all_finite({scores, static_cast<std::size_t>(count * panel_lanes)})) {
        return fail(ErrorCode::result_not_finite, "scores");
    }
    return {};
}

// output (+)= V^T * cells for these keys.
void multiply_values(const HeadInputs& inputs, const HeadRows& rows, Index key, Index count, const float* cells,
                     float* output, bool add) {
    const Index d_k = inputs.dims.d_head();
    const Index d = inputs.dims.d_model();
    const float* const values = inputs.V.data() + rows.b * batch_stride(inputs.V) + key * d + rows.h * d_k;
    multiply_panel({values, 1, d}, d_k, count, cells, output, panel_lanes, add);
}

void drop_cells(const AttentionSettings& settings, const HeadRows& rows, Index first_key, std::span<std::uint8_t> keep,
                float* cells) {
    for (Index lane = 0; lane < rows.count; ++lane) {
        dropout_keep(settings.dropout_seed, static_cast<std::uint32_t>(rows.b), static_cast<std::uint32_t>(rows.h),
                     static_cast<std::uint32_t>(rows.first + lane), settings.dropout, keep,
                     static_cast<std::uint64_t>(first_key));
        for (std::size_t j = 0; j < keep.size(); ++j) {
            float& cell = cells[static_cast<Index>(j) * panel_lanes + lane];
            cell = keep[j] != 0 ? cell : 0.0F;
        }
    }
}

PanelRow reciprocals(const PanelRow& sums, float numerator = 1.0F) {
    PanelRow factors;
    for (Index lane = 0; lane < panel_lanes; ++lane) {
        factors[lane] = sums[lane] > 0.0F ? numerator / sums[lane] : 0.0F; // 0: a row without a visible key
    }
    return factors;
}

PanelRow row_of(float value) {
    PanelRow row;
    row.fill(value);
    return row;
}

void scale_exponentials(const HeadInputs& inputs, Index count, float* cells) {
    if (inputs.exponential_scale != 1.0F) {
        scale_panel(cells, count, row_of(inputs.exponential_scale));
    }
}

// What makes the product of scaled exponentials and values the head's output.
PanelRow rescaled(const HeadInputs& inputs, PanelRow factors) {
    if (inputs.exponential_scale != 1.0F) {
        scale_panel(factors.values, 1, row_of(1.0F / inputs.exponential_scale));
    }
    return factors;
}

std::pmr::memory_resource* or_default(const std::shared_ptr<std::pmr::memory_resource>& memory) {
    return memory != nullptr ? memory.get() : std::pmr::get_default_resource();
}

std::size_t when(bool wanted, Index size) {
    return wanted ? static_cast<std::size_t>(size) : 0;
}

} // namespace

float exponential_scale(float largest_V, Index n_k) {
    const bool may_overflow = static_cast<double>(largest_V) * static_cast<double>(n_k) >= 1e38;
    return may_overflow ? std::ldexp(1.0F, -static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n_k)))) : 1.0F;
}

HeadPanels::HeadPanels(const HeadInputs& inputs, const std::shared_ptr<std::pmr::memory_resource>& memory)
    : inputs_(inputs)
    , queries_({inputs.dims.d_head(), panel_lanes}, memory)
    , cells_({inputs.n_k(), panel_lanes}, memory)
    , output_({inputs.dims.d_head(), panel_lanes}, memory)
    , visible_(when(inputs.settings.mask.kind() != Mask::Kind::none, inputs.n_k()), or_default(memory))
    , keep_(when(inputs.settings.dropout > 0.0, inputs.n_k()), or_default(memory)) {
}

Result<void> HeadPanels::make_scores(const HeadRows& rows, bool all_keys) {
    rows_ = rows;
    if (const Index block = rows.b * inputs_.n_q() + rows.first; block != masked_block_) {
        mask_ =
            panel_mask(inputs_.settings.mask, rows.b, rows.first, rows.count, inputs_.n_q(), inputs_.n_k(), visible_);
        masked_block_ = block;
    }
    pack_queries(inputs_, rows, queries_.data());
    const bool all = all_keys || inputs_.scores_may_overflow;
    const Index keys = all ? inputs_.n_k() : mask_.end;
    return keys == 0 ? Result<void>() : multiply_keys(inputs_, rows, 0, keys, queries_.data(), cells_.data());
}

void HeadPanels::write_scores(float* to, bool past_cache) const {
    panel_to_rows(cells_.data(), inputs_.n_k(), row_of(1.0F), to, inputs_.n_k(), rows_.count, past_cache);
}

void HeadPanels::weigh_all_keys_alike() {
    show_all_keys(mask_, rows_.count, inputs_.n_k(), visible_);
    forget_queries(queries_.data(), inputs_.dims.d_head(), mask_.fully_masked);
    // Scores were checked when they were made.
    (void)multiply_keys(inputs_, rows_, 0, inputs_.n_k(), queries_.data(), cells_.data());
}

void HeadPanels::make_weights() {
    if (uses_uniform_rows(inputs_, mask_)) {
        weigh_all_keys_alike();
    }
    float* const cells = cells_.data();
    if (mask_.whole < mask_.end) {
        hide(cells + mask_.whole * panel_lanes, mask_.end - mask_.whole, mask_.visible + mask_.whole);
    }
    PanelRow largest = row_of(-infinity);
    PanelRow sums;
    raise_to_largest(cells, mask_.end, largest);
    exponentials(cells, mask_.end, largest, sums);
    divisors_ = reciprocals(sums);
    end_ = mask_.end;
    if (inputs_.settings.dropout > 0.0) {
        scale_panel(cells, end_, divisors_);
        divisors_.fill(1.0F);
    }
}

void HeadPanels::write_cells(float* to, bool past_cache, const PanelRow& factors) const {
    const Index n_k = inputs_.n_k();
    panel_to_rows(cells_.data(), end_, factors, to, n_k, rows_.count, past_cache);
    for (Index row = 0; row < rows_.count && end_ < n_k; ++row) {
        std::fill_n(to + row * n_k + end_, n_k - end_, 0.0F);
    }
}

void HeadPanels::drop() {
    const AttentionSettings& settings = inputs_.settings;
    if (settings.dropout > 0.0) {
        drop_cells(settings, rows_, 0, std::span(keep_).first(static_cast<std::size_t>(end_)), cells_.data());
        kept_factors_.fill(static_cast<float>(1.0 / (1.0 - settings.dropout)));
    }
}

void HeadPanels::write_map(Index tile, float* largest, float* mean, Index tiles_a_row) {
    const Index n_k = inputs_.n_k();
    for (Index column = 0; column < tiles_a_row; ++column) {
        const Index key = column * tile;
        const Index keys = std::clamp<Index>(end_ - key, 0, tile);
        PanelRow most;
        PanelRow sums;
        largest_and_sum(cells_.data() + key * panel_lanes, keys, output_factors(), most, sums);
        for (Index first = 0; first < rows_.count; first += tile) {
            const Index rows = std::min(tile, rows_.count - first);
            float top = 0.0F;
            double sum = 0.0;
            for (Index lane = first; lane < first + rows; ++lane) {
                top = std::max(top, most[lane]);
                sum += static_cast<double>(sums[lane]);
            }
            const Index at = first / tile * tiles_a_row + column;
            largest[at] = top;
            mean[at] = static_cast<float>(sum / static_cast<double>(rows * std::min(tile, n_k - key)));
        }
    }
}

void HeadPanels::write_values(float* to, Index row_step) {
    const Index d_k = inputs_.dims.d_head();
    if (end_ == 0) { // nothing is visible
        for (Index row = 0; row < rows_.count; ++row) {
            std::fill_n(to + row * row_step, d_k, 0.0F);
        }
        return;
    }
    scale_exponentials(inputs_, end_, cells_.data());
    multiply_values(inputs_, rows_, 0, end_, cells_.data(), output_.data(), false);
    panel_to_rows(output_.data(), d_k, rescaled(inputs_, output_factors()), to, row_step, rows_.count, false);
}

OnlineHeadPanels::OnlineHeadPanels(const HeadInputs& inputs, const std::shared_ptr<std::pmr::memory_resource>& memory)
    : inputs_(inputs)
    , queries_({blocked_panels(inputs.n_q()), inputs.dims.d_head(), panel_lanes}, memory)
    , cells_({blocked_keys(inputs.n_k()), panel_lanes}, memory)
    , output_({blocked_panels(inputs.n_q()), inputs.dims.d_head(), panel_lanes}, memory)
    , visible_(when(inputs.settings.mask.kind() != Mask::Kind::none, blocked_panels(inputs.n_q()) * inputs.n_k()),
               or_default(memory))
    , keep_(when(inputs.settings.dropout > 0.0, blocked_keys(inputs.n_k())), or_default(memory))
    , panels_(static_cast<std::size_t>(blocked_panels(inputs.n_q()))) {
}

std::span<std::uint32_t> OnlineHeadPanels::visible(Index number) {
    const std::size_t size = visible_.size() / panels_.size();
    return std::span(visible_).subspan(static_cast<std::size_t>(number) * size, size);
}

Result<void> OnlineHeadPanels::run(const HeadRows& rows, float* concat, Index row_step, float* log_sum_exp) {
    const Index count = ceil_divided(rows.count, panel_lanes);
    const Index block = blocked_keys(inputs_.n_k());
    fully_masked_rows_ = 0;
    Index end_of_keys = 0;
    for (Index i = 0; i < count; ++i) {
        const Index first = i * panel_lanes;
        Panel& panel = panels_[static_cast<std::size_t>(i)];
        const HeadRows of_panel{rows.b, rows.h, rows.first + first, std::min(panel_lanes, rows.count - first)};
        if (Result<void> done = begin(panel, of_panel, i); !done) {
            return done;
        }
        end_of_keys = std::max(end_of_keys, inputs_.scores_may_overflow ? inputs_.n_k() : panel.mask.end);
    }
    for (Index key = 0; key < end_of_keys; key += block) {
        for (Index i = 0; i < count; ++i) {
            Panel& panel = panels_[static_cast<std::size_t>(i)];
            if (Result<void> done = add_keys(panel, i, key, std::min(block, inputs_.n_k() - key)); !done) {
                return done;
            }
        }
    }
    for (Index i = 0; i < count; ++i) {
        const Index first = i * panel_lanes;
        end(panels_[static_cast<std::size_t>(i)], i, concat + first * row_step, row_step, log_sum_exp + first);
    }
    return {};
}

Result<void> OnlineHeadPanels::begin(Panel& panel, const HeadRows& rows, Index number) {
    panel.rows = rows;
    panel.mask = panel_mask(inputs_.settings.mask, rows.b, rows.first, rows.count, inputs_.n_q(), inputs_.n_k(),
                            visible(number));
    panel.begun = false;
    panel.largest.fill(-infinity);
    panel.sums.fill(0.0F);
    fully_masked_rows_ += __builtin_popcount(panel.mask.fully_masked);
    pack_queries(inputs_, rows, queries(number));
    if (!uses_uniform_rows(inputs_, panel.mask)) {
        return {};
    }
    return check_scores(panel, number).map([&] {
        show_all_keys(panel.mask, rows.count, inputs_.n_k(), visible(number));
        forget_queries(queries(number), inputs_.dims.d_head(), panel.mask.fully_masked);
    });
}

// A score that no query sees is a number of the article too: those of queries that will be forgotten are looked at
// before, as those of all others are where they may overflow.
Result<void> OnlineHeadPanels::check_scores(const Panel& panel, Index number) {
    const Index block = blocked_keys(inputs_.n_k());
    for (Index key = 0; key < inputs_.n_k() && inputs_.scores_may_overflow; key += block) {
        const Index count = std::min(block, inputs_.n_k() - key);
        if (Result<void> done = multiply_keys(inputs_, panel.rows, key, count, queries(number), cells_.data()); !done) {
            return done;
        }
    }
    return {};
}

void OnlineHeadPanels::hide_keys(const Panel& panel, Index key, Index count) {
    const Index first = std::max(key, panel.mask.whole);
    const Index last = std::min(key + count, panel.mask.end);
    if (first < last) {
        hide(cells_.data() + (first - key) * panel_lanes, last - first, panel.mask.visible + first);
    }
}

Result<void> OnlineHeadPanels::add_keys(Panel& panel, Index number, Index key, Index count) {
    float* const cells = cells_.data();
    const Index shown = std::clamp<Index>(panel.mask.end - key, 0, count);
    const Index computed = inputs_.scores_may_overflow ? count : shown;
    if (computed > 0) {
        if (Result<void> done = multiply_keys(inputs_, panel.rows, key, computed, queries(number), cells); !done) {
            return done;
        }
    }
    if (shown == 0) {
        return {};
    }
    hide_keys(panel, key, shown);
    PanelRow largest = panel.largest;
    raise_to_largest(cells, shown, largest);
    PanelRow shrink = panel.largest; // exp(largest before - largest now): what was made with the former shrinks
    PanelRow unused;
    exponentials(shrink.values, 1, largest, unused);
    panel.largest = largest;
    if (panel.begun && std::ranges::any_of(shrink.values, [](float f) { return f != 1.0F; })) {
        scale_panel(output(number), inputs_.dims.d_head(), shrink);
        scale_panel(panel.sums.values, 1, shrink);
    }
    exponentials(cells, shown, panel.largest, panel.sums);
    if (inputs_.settings.dropout > 0.0) {
        drop_cells(inputs_.settings, panel.rows, key, std::span(keep_).first(static_cast<std::size_t>(shown)), cells);
    }
    scale_exponentials(inputs_, shown, cells);
    multiply_values(inputs_, panel.rows, key, shown, cells, output(number), panel.begun);
    panel.begun = true;
    return {};
}

void OnlineHeadPanels::end(const Panel& panel, Index number, float* concat, Index row_step, float* log_sum_exp) {
    const Index d_k = inputs_.dims.d_head();
    const float kept = static_cast<float>(1.0 / (1.0 - inputs_.settings.dropout));
    if (panel.begun) {
        panel_to_rows(output(number), d_k, rescaled(inputs_, reciprocals(panel.sums, kept)), concat, row_step,
                      panel.rows.count, false);
    }
    for (Index lane = 0; lane < panel.rows.count; ++lane) {
        if (!panel.begun) {
            std::fill_n(concat + lane * row_step, d_k, 0.0F);
        }
        const bool masked = (panel.mask.fully_masked >> lane & 1U) != 0;
        log_sum_exp[lane] = masked ? infinity
                                   : static_cast<float>(static_cast<double>(panel.largest[lane]) +
                                                        portable::log(static_cast<double>(panel.sums[lane])));
    }
}

} // namespace headscope
