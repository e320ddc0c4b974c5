#pragma once

#include "core/engine/request.h"

namespace headscope {

/// Perceptually uniform and safe for colour-blind people.
enum class ColourMap { viridis, cividis, magma, grey };

/// What the colours of a heatmap span; the choice is visible in the legend.
enum class ColourRange {
    head_max, ///< 0 .. the largest value of the head (default: with random weights a fixed range looks flat)
    all_max,  ///< 0 .. the largest value of all heads
    unit,     ///< 0 .. 1 (with dropout 0 .. 1 / (1 - p))
};

/// Heads count from 0; this one is the mean over all heads, a tile of its own and named so.
constexpr int mean_of_heads = -1;

/// How the window shows a result. Changing it computes nothing.
struct ViewState {
    int focused_head = 0; ///< or mean_of_heads
    bool show_mean = false;
    ColourMap colour_map = ColourMap::viridis;
    ColourRange colour_range = ColourRange::head_max;

    friend bool operator==(const ViewState&, const ViewState&) = default;
};

/// The window's whole state: a plain value, what undo steps between.
struct SessionState {
    Request request;
    ViewState view;

    friend bool operator==(const SessionState&, const SessionState&) = default;
};

} // namespace headscope
