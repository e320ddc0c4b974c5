#pragma once

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/base/portable_math.h"
#include "core/base/random.h"
#include "core/train/batch.h"
#include "core/train/parameter_set.h"

namespace headscope::testing {

/// The model of core/train in float64, one token after the other, as its definition reads (train_config.h).
class ReferenceModel {
public:
    using Vector = std::vector<double>;
    using Rows = std::vector<Vector>;

    ReferenceModel(const TrainModelConfig& config, const ParameterSet& set)
        : config_(config) {
        for (const ParameterPlace& place : set.places()) {
            const std::vector<float> values = packed_values(set.values, place);
            parameters[place.name] = Vector(values.begin(), values.end());
        }
    }

    std::map<std::string, Vector> parameters;

    /// The mean over all targets.
    double loss(const Batch& batch, const std::vector<std::uint64_t>& dropout_seeds) const {
        double sum = 0.0;
        Index count = 0;
        for (Index b = 0; b < batch.batch; ++b) {
            const Rows logits = forward(batch, b, dropout_seeds);
            for (Index i = 0; i < batch.seq_len; ++i) {
                for (Index s = 0; s < batch.read_outs; ++s) {
                    const std::int32_t target = batch.target(b, i)[static_cast<std::size_t>(s)];
                    if (target != Batch::none) {
                        sum += cross_entropy(logits[at(i)], s * config_.shape.classes, target);
                        ++count;
                    }
                }
            }
        }
        return sum / static_cast<double>(count);
    }

    Rows forward(const Batch& batch, Index b, const std::vector<std::uint64_t>& dropout_seeds) const {
        Rows x;
        for (Index i = 0; i < batch.seq_len; ++i) {
            x.push_back(embed(batch, b, i));
        }
        for (Index l = 0; l < config_.layers; ++l) {
            const std::string name = "layer" + std::to_string(l) + ".";
            x = attend(name, x, b, dropout_seeds.empty() ? 0 : dropout_seeds[at(l)], !dropout_seeds.empty());
            for (Vector& row : x) {
                if (config_.mlp) {
                    Vector hidden = linear(name + "W_1", norm(name + "norm_2", row));
                    for (double& v : hidden) {
                        v = std::max(v, 0.0);
                    }
                    add(linear(name + "W_2", hidden), row);
                }
            }
        }
        for (Vector& row : x) {
            row = linear("W_read", norm("norm", row));
        }
        return x;
    }

private:
    static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

    static void add(const Vector& from, Vector& to) {
        for (std::size_t c = 0; c < to.size(); ++c) {
            to[c] += from[c];
        }
    }

    double cross_entropy(const Vector& logits, Index first, std::int32_t target) const {
        double sum = 0.0;
        for (Index c = 0; c < config_.shape.classes; ++c) {
            sum += std::exp(logits[at(first + c)]);
        }
        return std::log(sum) - logits[at(first + target)];
    }

    Vector embed(const Batch& batch, Index b, Index i) const {
        const std::size_t d = at(config_.dims.d_model());
        Vector x(d, 0.0);
        for (const std::int32_t feature : batch.input(b, i)) {
            for (std::size_t c = 0; c < d && feature != Batch::none; ++c) {
                x[c] += parameters.at("embedding.weight")[at(feature) * d + c];
            }
        }
        for (std::size_t c = 0; c < d; ++c) {
            if (config_.positions == TrainPositions::learned) {
                x[c] += parameters.at("positions.weight")[at(i) * d + c];
            } else if (config_.positions == TrainPositions::sinusoidal) {
                const double exponent = static_cast<double>(c / 2 * 2) / static_cast<double>(d);
                const double angle = static_cast<double>(i) / std::pow(10000.0, exponent);
                x[c] += c % 2 == 0 ? std::sin(angle) : std::cos(angle);
            }
        }
        return x;
    }

    Vector linear(const std::string& name, const Vector& x) const {
        const Vector& weight = parameters.at(name + ".weight");
        Vector y(weight.size() / x.size(), 0.0);
        const auto bias = parameters.find(name + ".bias");
        for (std::size_t out = 0; out < y.size(); ++out) {
            y[out] = bias == parameters.end() ? 0.0 : bias->second[out];
            for (std::size_t in = 0; in < x.size(); ++in) {
                y[out] += weight[out * x.size() + in] * x[in];
            }
        }
        return y;
    }

    Vector norm(const std::string& name, Vector x) const {
        if (!config_.layer_norm) {
            return x;
        }
        double mean = 0.0;
        double variance = 0.0;
        for (const double v : x) {
            mean += v / static_cast<double>(x.size());
        }
        for (const double v : x) {
            variance += (v - mean) * (v - mean) / static_cast<double>(x.size());
        }
        for (std::size_t c = 0; c < x.size(); ++c) {
            x[c] = (x[c] - mean) / std::sqrt(variance + 1e-5) * parameters.at(name + ".weight")[c] +
                   parameters.at(name + ".bias")[c];
        }
        return x;
    }

    Rows attend(const std::string& name, const Rows& x, Index b, std::uint64_t seed, bool drops) const {
        Rows q, k, v;
        for (const Vector& row : x) {
            const Vector normed = norm(name + "norm_1", row);
            q.push_back(linear(name + "W_q", normed));
            k.push_back(linear(name + "W_k", normed));
            v.push_back(linear(name + "W_v", normed));
        }
        Rows out = x;
        const auto d_head = at(config_.dims.d_head());
        for (std::size_t i = 0; i < x.size(); ++i) {
            Vector concat(x[i].size(), 0.0);
            const std::size_t keys = config_.causal ? i + 1 : x.size();
            for (std::size_t h = 0; h < at(config_.dims.n_heads()); ++h) {
                Vector weights(keys, 0.0);
                double sum = 0.0;
                for (std::size_t j = 0; j < keys; ++j) {
                    double score = 0.0;
                    for (std::size_t c = h * d_head; c < (h + 1) * d_head; ++c) {
                        score += q[i][c] * k[j][c];
                    }
                    weights[j] = std::exp(score / std::sqrt(static_cast<double>(d_head)));
                    sum += weights[j];
                }
                std::vector<std::uint8_t> keep(keys, 1);
                if (drops) {
                    dropout_keep(seed, static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(h),
                                 static_cast<std::uint32_t>(i), config_.dropout, keep);
                }
                for (std::size_t j = 0; j < keys; ++j) {
                    const double weight = weights[j] / sum * keep[j] / (drops ? 1.0 - config_.dropout : 1.0);
                    for (std::size_t c = h * d_head; c < (h + 1) * d_head; ++c) {
                        concat[c] += weight * v[j][c];
                    }
                }
            }
            add(linear(name + "W_o", concat), out[i]);
        }
        return out;
    }

    TrainModelConfig config_;
};

} // namespace headscope::testing
