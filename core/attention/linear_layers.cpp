#include "core/attention/linear_layers.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/attention/block_sizes.h"
#include "core/kernels/panel.h"

namespace headscope {

namespace {

// Some rows of one layer times one panel of its parameters.
struct Task {
    const LinearLayer* layer;
    Index row, rows, panel;
};

Index rows_of(const LinearLayer& layer) {
    return layer.in->dim(0) * layer.in->dim(1) - layer.first_row;
}

Index tasks_of(const LinearLayer& layer) {
    return ceil_divided(rows_of(layer), linear_rows_a_task) * layer.linear->panels.dim(0);
}

// Panels in turn, so that the rows stay in the cache.
Task task_of(std::span<const LinearLayer> layers, Index number, std::size_t& layer) {
    for (layer = 0; number >= tasks_of(layers[layer]); ++layer) {
        number -= tasks_of(layers[layer]);
    }
    const LinearLayer& of = layers[layer];
    const Index panels = of.linear->panels.dim(0);
    const Index row = number / panels * linear_rows_a_task;
    return {&of, of.first_row + row, std::min(linear_rows_a_task, rows_of(of) - row), number % panels};
}

// Not a number, or infinite, where a value is.
float largest_magnitude(const float* values, Index row_step, Index rows) {
    PanelRow largest;
    raise_to_magnitudes(values, row_step, rows, largest);
    // Which numbers are left is written out, since std::max would lose what is no number.
    float most = 0.0F;
    for (const float v : largest.values) {
        most = v <= most ? most : v;
    }
    return most;
}

void start_with_bias(const Vector& bias, Index first, Index columns, float* out, Index rows, Index step) {
    for (Index row = 0; row < rows; ++row) {
        std::copy_n(bias.data() + first, columns, out + row * step);
    }
}

float run(const Task& task) {
    const LinearLayer& layer = *task.layer;
    const Index d_in = layer.in->dim(2);
    const Index d_out = layer.out->dim(2);
    const Index first = task.panel * panel_lanes;
    const Index columns = std::min(panel_lanes, d_out - first);
    const StridedMatrix in{layer.in->data() + task.row * d_in, d_in, 1};
    const float* const panel = layer.linear->panels.data() + first * d_in;
    float* const out = layer.out->data() + task.row * d_out + first;
    if (columns == panel_lanes) {
        start_with_bias(layer.linear->bias, first, columns, out, task.rows, d_out);
        multiply_panel(in, task.rows, d_in, panel, out, d_out, true);
        return largest_magnitude(out, d_out, task.rows);
    }
    // The last panel is wider than what is left of a row.
    alignas(64) float whole[linear_rows_a_task * panel_lanes] = {};
    start_with_bias(layer.linear->bias, first, columns, whole, task.rows, panel_lanes);
    multiply_panel(in, task.rows, d_in, panel, whole, panel_lanes, true);
    for (Index row = 0; row < task.rows; ++row) {
        std::copy_n(whole + row * panel_lanes, columns, out + row * d_out);
    }
    return largest_magnitude(whole, panel_lanes, task.rows);
}

void raise(std::atomic<float>& largest, float value) {
    float now = largest;
    while (!(value <= now) && !std::isnan(now) && !largest.compare_exchange_weak(now, value)) {
    }
}

} // namespace

Result<void> apply(std::span<LinearLayer> layers, Workers& workers, Index threads, RunPace& pace) {
    std::vector<std::atomic<float>> largest(layers.size());
    Index tasks = 0;
    for (const LinearLayer& layer : layers) {
        tasks += tasks_of(layer);
    }
    const auto work = [&](Index, Index number) -> Result<void> {
        std::size_t layer = 0;
        const Task task = task_of(layers, number, layer);
        raise(largest[layer], run(task));
        if (!pace.advance(task.rows * std::min(panel_lanes, task.layer->out->dim(2)) * task.layer->in->dim(2))) {
            return fail(ErrorCode::cancelled);
        }
        return {};
    };
    return workers.for_each(tasks, threads, work).and_then([&]() -> Result<void> {
        for (std::size_t i = 0; i < layers.size(); ++i) {
            layers[i].largest = largest[i];
            if (!std::isfinite(layers[i].largest)) {
                return fail(ErrorCode::result_not_finite, layers[i].symbol);
            }
        }
        return {};
    });
}

} // namespace headscope
