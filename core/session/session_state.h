#pragma once

#include <optional>

#include "core/cost/settings.h"
#include "core/engine/request.h"

namespace headscope {

/// Perceptually uniform and safe for colour-blind people.
enum class ColourMap { viridis, cividis, magma, grey };

/// What the colours of a heatmap span; the choice is visible in the legend.
enum class ColourRange {
    head_max,   ///< 0 .. the largest value of the head (with random weights a fixed range looks flat)
    all_max,    ///< 0 .. the largest value of all heads
    unit,       ///< 0 .. 1 (with dropout 0 .. 1 / (1 - p))
    median_row, ///< 0 .. the median of the rows' largest values of the head; larger ones show the last colour
    automatic,  ///< median_row where a causal mask hides keys of more than 64 queries: the first row's only key has
                ///< weight 1, beside which a long text would be one dark colour. Else head_max
};

/// What a tile of a map shows of its cells.
enum class TileValue { largest, mean };

/// Heads count from 0; this one is the mean over all heads, a tile of its own and named so.
constexpr int mean_of_heads = -1;

/// What the cost curves run along.
enum class CostAxis { n_heads, seq_len, batch };

/// What is asked about the cost beyond the request, which gives d_model, n_heads, dropout and the text. Changing it
/// computes no attention.
struct CostViewSettings {
    static constexpr Index gib = Index{1} << 30;

    CostEngine engine = CostEngine::pytorch;
    CostMode mode = CostMode::inference;
    Index batch = 1;
    std::optional<Index> seq_len;  ///< none: the tokens of the text
    std::optional<MaskShape> mask; ///< none: as the request masks
    ElementType element = ElementType::float32;
    Index layers = 1;
    Keep keep = Keep::d_model;
    CostAxis axis = CostAxis::seq_len;
    Index budget_bytes = 8 * gib;

    friend bool operator==(const CostViewSettings&, const CostViewSettings&) = default;
};

/// How the window shows a result. Changing it computes nothing.
struct ViewState {
    int focused_head = 0; ///< or mean_of_heads
    bool show_mean = false;
    ColourMap colour_map = ColourMap::viridis;
    ColourRange colour_range = ColourRange::automatic;
    TileValue tile_value = TileValue::largest; ///< where a run has a map
    CostViewSettings cost;

    friend bool operator==(const ViewState&, const ViewState&) = default;
};

/// The window's whole state: a plain value, what undo steps between.
struct SessionState {
    Request request;
    ViewState view;

    friend bool operator==(const SessionState&, const SessionState&) = default;
};

} // namespace headscope
