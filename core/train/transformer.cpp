#include "core/train/transformer.h"

#include <algorithm>
#include <numeric>

#include <hwy/cache_control.h>

#include "core/base/contract.h"

namespace headscope {

namespace {

AskedQueries asked_where(Index n, const auto& is_asked) {
    AskedQueries asked;
    asked.at.assign(static_cast<std::size_t>(n), 0);
    for (Index first = 0; first < n; first += positions_at_once) {
        const Index end = std::min(n, first + positions_at_once);
        bool any = false;
        for (Index position = first; position < end && !any; ++position) {
            any = is_asked(position);
        }
        if (!any) {
            continue;
        }
        asked.blocks.push_back(first);
        for (Index position = first; position < end; ++position) {
            asked.positions.push_back(position);
            asked.at[static_cast<std::size_t>(position)] = 1;
        }
    }
    return asked;
}

bool has_target(const BatchGroup& group, Index position) {
    for (Index lane = 0; lane < group.count(); ++lane) {
        const auto targets = group.batch->target(group.first + lane, position);
        if (std::ranges::any_of(targets, [](std::int32_t target) { return target != Batch::none; })) {
            return true;
        }
    }
    return false;
}

/// Fetches 32 rows of a panel: where a position ends, the processor does not see by itself what comes next.
void prefetch(const float* panel) {
    constexpr Index line = 64 / static_cast<Index>(sizeof(float));
    for (Index at = 0; at < panel_lanes * panel_lanes; at += line) {
        hwy::Prefetch(panel + at);
    }
}

} // namespace

Transformer::Transformer(const TrainModelConfig& config, ParameterSet& parameters, Index threads)
    : config_(config)
    , workers_(threads)
    , tokens_(config, parameters)
    , gradients_(config, config.shape.seq_len) {
    const Index n = config.shape.seq_len;
    for (Index l = 0; l < config.layers; ++l) {
        layers_.push_back(std::make_unique<TransformerLayer>(config, parameters, l));
    }
    if (config.layer_norm) {
        norm_.emplace(parameters, "norm", n);
        normed_ = PositionPanels(n, config.dims.d_model());
    }
    W_read_ = trained_linear(parameters, "W_read");
    out_ = PositionPanels(n, config.dims.d_model());
    logits_ = PositionPanels(n, W_read_.out);
    losses_.resize(static_cast<std::size_t>(n));
}

void Transformer::set_asked(const BatchGroup& group, bool all) {
    n_ = group.batch->seq_len;
    everything_ = asked_where(n_, [](Index) { return true; });
    asked_ = all ? everything_ : asked_where(n_, [&](Index position) { return has_target(group, position); });
    for (const auto& layer : layers_) {
        layer->attention.n = n_;
    }
}

template <typename Use>
void Transformer::forward(const BatchGroup& group, std::span<const std::uint64_t> dropout_seeds, Use use) {
    const auto begin = [&](Index l, Index position) {
        layer(l).begin(position, asked(l).at[static_cast<std::size_t>(position)] != 0);
    };
    side_by_side(n_, [&](Index position) {
        tokens_.make(group, position, layer(0).x.at(position));
        begin(0, position);
    });
    for (Index l = 0; l < config_.layers; ++l) {
        std::optional<TrainingDropout> dropout;
        if (!dropout_seeds.empty() && config_.dropout > 0.0) {
            dropout = TrainingDropout{config_.dropout, dropout_seeds[static_cast<std::size_t>(l)], group.first};
        }
        const AskedQueries& queries = asked(l);
        const auto blocks = static_cast<Index>(queries.blocks.size());
        side_by_side(config_.dims.n_heads() * blocks, [&](Index task) {
            layer(l).attend(task / blocks, queries.blocks[static_cast<std::size_t>(task % blocks)], dropout);
        });
        side_by_side(static_cast<Index>(queries.positions.size()), [&](Index task) {
            const Index position = queries.positions[static_cast<std::size_t>(task)];
            layer(l).end(position, l == last_layer() ? out_.at(position) : layer(l + 1).x.at(position));
            if (l == last_layer()) {
                make_logits(position);
                use(position);
            } else {
                begin(l + 1, position);
            }
        });
    }
}

void Transformer::make_logits(Index position) {
    if (norm_) {
        norm_->apply(position, out_.at(position), normed_.at(position));
    }
    apply(W_read_, into_read_out().at(position), logits_.at(position), false);
}

LaneTargets Transformer::targets(const BatchGroup& group, Index position, Index slot) const {
    LaneTargets targets;
    std::ranges::fill(targets.classes, Batch::none);
    for (Index lane = 0; lane < group.count(); ++lane) {
        targets.classes[lane] = group.batch->target(group.first + lane, position)[static_cast<std::size_t>(slot)];
    }
    return targets;
}

double Transformer::loss_at(const BatchGroup& group, Index position, float factor) {
    const Index classes = config_.shape.classes;
    double loss = 0.0;
    for (Index slot = 0; slot < config_.shape.read_outs; ++slot) {
        loss += cross_entropy(logits_.at(position) + slot * classes * panel_lanes, classes,
                              targets(group, position, slot), factor);
    }
    return loss;
}

void Transformer::read_out_gradient(Index position) {
    float* const stream = gradients_.stream.at(position);
    if (!norm_) {
        input_gradient(W_read_, logits_.at(position), stream, false);
        return;
    }
    input_gradient(W_read_, logits_.at(position), gradients_.normed.at(position), false);
    std::fill_n(stream, out_.rows() * panel_lanes, 0.0F);
    norm_->input_gradient(position, out_.at(position), gradients_.normed.at(position), stream);
}

double Transformer::add_gradient(const BatchGroup& group, float factor, std::span<const std::uint64_t> dropout_seeds) {
    set_asked(group, false);
    if (asked_.blocks.empty()) {
        return 0.0;
    }
    forward(group, dropout_seeds, [&](Index position) {
        losses_[static_cast<std::size_t>(position)] = loss_at(group, position, factor);
        read_out_gradient(position);
        layer(last_layer()).end_gradient(position, gradients_);
    });
    if (norm_) {
        norm_->add_parameter_gradients(asked_.positions);
    }
    backward(group);
    double loss = 0.0;
    for (const Index position : asked_.positions) {
        loss += losses_[static_cast<std::size_t>(position)];
    }
    return loss;
}

void Transformer::backward(const BatchGroup& group) {
    const Index heads = config_.dims.n_heads();
    for (Index l = last_layer(); l >= 0; --l) {
        const AskedQueries& queries = asked(l);
        const auto blocks = static_cast<Index>(queries.blocks.size());
        const bool drops = config_.dropout > 0.0;
        side_by_side(heads * blocks, [&](Index task) {
            layer(l).query_gradients(task / blocks, queries.blocks[static_cast<std::size_t>(task % blocks)], gradients_,
                                     config_.dropout);
        });
        const auto key_blocks = static_cast<Index>(everything_.blocks.size());
        side_by_side(heads * key_blocks, [&](Index task) {
            key_gradients(layer(l).attention, gradients_.attention, task / key_blocks,
                          everything_.blocks[static_cast<std::size_t>(task % key_blocks)], queries.blocks, drops);
        });
        layer(l).add_norm_gradients(queries.positions);
        add_weight_gradients(l);
        side_by_side(n_, [&](Index position) {
            layer(l).begin_gradient(position, queries.at[static_cast<std::size_t>(position)] != 0, gradients_);
            if (l > 0) {
                layer(l - 1).end_gradient(position, gradients_);
            }
        });
        layer(l).add_first_norm_gradients(everything_.positions);
    }
    side_by_side(tokens_.parts(), [&](Index part) { tokens_.add_gradient(group, gradients_.stream, part); });
}

void Transformer::add_weight_gradients(Index l) {
    struct Part {
        const TransformerLayer::SharedInput* shared;
        Index first_column;
    };
    std::vector<TransformerLayer::SharedInput> all = layer(l).weight_gradients(gradients_);
    if (l == last_layer()) {
        all.push_back({&into_read_out(), {{&W_read_, &logits_, true}}});
    }
    std::vector<Part> parts;
    for (const TransformerLayer::SharedInput& shared : all) {
        for (Index first = 0; first < shared.x->rows(); first += panel_lanes) {
            parts.push_back({&shared, first});
        }
    }
    side_by_side(static_cast<Index>(parts.size()), [&](Index task) {
        const Part& part = parts[static_cast<std::size_t>(task)];
        add_weight_gradient(*part.shared, part.first_column, l);
    });
}

void Transformer::add_weight_gradient(const TransformerLayer::SharedInput& shared, Index first_column, Index l) {
    alignas(64) float tokens[panel_lanes * panel_lanes] = {};
    const bool queries_only = shared.products.front().queries_only;
    for (const Index position : queries_only ? asked(l).positions : everything_.positions) {
        if (position + 1 < n_) {
            prefetch(shared.x->at(position + 1) + first_column * panel_lanes);
        }
        tokens_of(shared.x->at(position), shared.x->rows(), first_column, tokens);
        for (const WeightGradient& product : shared.products) {
            if (!product.queries_only || asked(l).at[static_cast<std::size_t>(position)] != 0) {
                headscope::add_weight_gradient(*product.linear, product.dy->at(position), tokens, first_column);
            }
        }
    }
}

GroupLoss Transformer::evaluate(const BatchGroup& group) {
    set_asked(group, false);
    GroupLoss result;
    std::vector<Index> correct(static_cast<std::size_t>(n_), 0);
    std::vector<Index> count(static_cast<std::size_t>(n_), 0);
    forward(group, {}, [&](Index position) {
        const auto at = static_cast<std::size_t>(position);
        for (Index slot = 0; slot < config_.shape.read_outs; ++slot) {
            const Index classes = config_.shape.classes;
            const LaneTargets found = largest_class(logits_.at(position) + slot * classes * panel_lanes, classes);
            const LaneTargets wanted = targets(group, position, slot);
            for (Index lane = 0; lane < panel_lanes; ++lane) {
                count[at] += wanted.classes[lane] != Batch::none ? 1 : 0;
                correct[at] += wanted.classes[lane] == found.classes[lane] ? 1 : 0;
            }
        }
        losses_[at] = loss_at(group, position, 0.0F);
    });
    for (const Index position : asked_.positions) {
        result.loss_sum += losses_[static_cast<std::size_t>(position)];
    }
    result.correct = std::accumulate(correct.begin(), correct.end(), Index{0});
    result.count = std::accumulate(count.begin(), count.end(), Index{0});
    return result;
}

std::vector<std::int32_t> Transformer::predict(const BatchGroup& group) {
    set_asked(group, true);
    const Index read_outs = config_.shape.read_outs;
    const Index classes = config_.shape.classes;
    std::vector<std::int32_t> predicted(static_cast<std::size_t>(group.count() * n_ * read_outs));
    forward(group, {}, [&](Index position) {
        for (Index slot = 0; slot < read_outs; ++slot) {
            const LaneTargets found = largest_class(logits_.at(position) + slot * classes * panel_lanes, classes);
            for (Index lane = 0; lane < group.count(); ++lane) {
                predicted[static_cast<std::size_t>((lane * n_ + position) * read_outs + slot)] = found.classes[lane];
            }
        }
    });
    return predicted;
}

Tensor Transformer::attention_maps(const BatchGroup& group) {
    set_asked(group, true);
    forward(group, {}, [](Index) {});
    const Index heads = config_.dims.n_heads();
    Tensor maps = Tensor::zeros({config_.layers, heads, n_, n_});
    for (Index l = 0; l < config_.layers; ++l) {
        const AttentionPanels& attention = layer(l).attention;
        for (Index head = 0; head < heads; ++head) {
            MatrixView map = maps.matrix(l, head);
            for (Index query = 0; query < n_; ++query) {
                const float* const cells = attention.row(attention.weights, head, query);
                for (Index key = 0; key < attention.keys_of_query(query); ++key) {
                    map(query, key) = cells[key * panel_lanes];
                }
            }
        }
    }
    return maps;
}

} // namespace headscope
