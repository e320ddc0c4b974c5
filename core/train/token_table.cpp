#include "core/train/token_table.h"

#include <algorithm>

#include "core/base/contract.h"
#include "core/model/embedding.h"
#include "core/train/linear_gradient.h"

namespace headscope {

namespace {

Matrix sinusoidal_positions(Index seq_len, Index d_model) {
    Matrix positions = Matrix::Zero(seq_len, d_model);
    const PositionalEncoding encoding(d_model);
    for (Index i = 0; i < seq_len; ++i) {
        encoding.add(i, {positions.data() + i * d_model, static_cast<std::size_t>(d_model)});
    }
    return positions;
}

void add(const float* from, Index count, float* to) {
    Eigen::Map<Eigen::ArrayXf>(to, count) += Eigen::Map<const Eigen::ArrayXf>(from, count);
}

} // namespace

TokenTable::TokenTable(const TrainModelConfig& config, ParameterSet& parameters)
    : d_model_(config.dims.d_model()) {
    const ParameterPlace& table = parameters.place("embedding.weight");
    step_ = table.row_step;
    table_ = parameters.values.data() + table.first;
    table_gradient_ = parameters.gradients.data() + table.first;
    if (config.positions == TrainPositions::sinusoidal) {
        sinusoidal_ = sinusoidal_positions(config.shape.seq_len, d_model_);
        learned_ = sinusoidal_.data();
        position_step_ = d_model_;
    } else if (config.positions == TrainPositions::learned) {
        const ParameterPlace& positions = parameters.place("positions.weight");
        position_step_ = positions.row_step;
        learned_ = parameters.values.data() + positions.first;
        learned_gradient_ = parameters.gradients.data() + positions.first;
    }
}

void TokenTable::make(const BatchGroup& group, Index position, float* x) const {
    thread_local std::vector<float> rows;
    rows.assign(static_cast<std::size_t>(panel_lanes * d_model_), 0.0F);
    for (Index lane = 0; lane < group.count(); ++lane) {
        float* const row = rows.data() + lane * d_model_;
        for (const std::int32_t feature : group.batch->input(group.first + lane, position)) {
            if (feature != Batch::none) {
                add(table_ + feature * step_, d_model_, row);
            }
        }
        if (learned_ != nullptr) {
            add(learned_ + position * position_step_, d_model_, row);
        }
    }
    rows_to_panel(rows.data(), d_model_, group.count(), d_model_, 1.0F, x);
}

void TokenTable::add_gradient(const BatchGroup& group, const PositionPanels& dx, Index part) {
    const Index first = part * columns_at_once;
    const Index columns = std::min(columns_at_once, d_model_ - first);
    float tokens[panel_lanes * columns_at_once];
    for (Index position = 0; position < group.batch->seq_len; ++position) {
        tokens_of(dx.at(position), d_model_, first, tokens);
        for (Index lane = 0; lane < group.count(); ++lane) {
            const float* const token = tokens + lane * columns_at_once;
            for (const std::int32_t feature : group.batch->input(group.first + lane, position)) {
                if (feature != Batch::none) {
                    add(token, columns, table_gradient_ + feature * step_ + first);
                }
            }
            if (learned_gradient_ != nullptr) {
                add(token, columns, learned_gradient_ + position * position_step_ + first);
            }
        }
    }
}

} // namespace headscope
