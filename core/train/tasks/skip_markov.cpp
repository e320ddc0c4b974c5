#include "core/train/tasks/skip_markov.h"

#include "core/base/portable_math.h"
#include "core/train/tasks/batch_writer.h"
#include "core/train/tasks/draws.h"

namespace headscope {

namespace {

constexpr double table_deviation = 1.5;

std::size_t symbol_back(std::span<const std::int32_t> past, Index offset) {
    return static_cast<std::size_t>(past[past.size() - 1 - static_cast<std::size_t>(offset)]);
}

/// The first symbol up to which the odds add up to more than `part`.
std::int32_t chosen(std::span<const double> odds, double part) {
    double sum = 0.0;
    for (std::size_t symbol = 0; symbol + 1 < odds.size(); ++symbol) {
        sum += odds[symbol];
        if (sum > part) {
            return static_cast<std::int32_t>(symbol);
        }
    }
    return static_cast<std::int32_t>(odds.size() - 1);
}

} // namespace

SkipMarkovTask::SkipMarkovTask(std::uint64_t seed)
    : seed_(seed) {
    for (std::size_t j = 0; j < tables_.size(); ++j) {
        const RandomStream numbers(seed, "task:skip-markov:table:" + std::to_string(j));
        std::uint64_t i = 0;
        for (std::size_t from = 0; from < tables_[j].size(); ++from) {
            for (std::size_t to = 0; to < tables_[j][from].size(); ++to) {
                tables_[j][from][to] = table_deviation * numbers.normal(i++);
                odds_[j][from][to] = portable::exp(tables_[j][from][to]);
            }
        }
    }
    const Batch batch = make(Stream::validation, 0, floor_sequences);
    double sum = 0.0;
    for (Index b = 0; b < batch.batch; ++b) {
        const std::span<const std::int32_t> sequence =
            std::span(batch.inputs).subspan(static_cast<std::size_t>(b * inputs), static_cast<std::size_t>(inputs));
        for (auto t = static_cast<std::size_t>(first_place); t < sequence.size(); ++t) {
            sum += entropy(sequence.first(t + 1));
        }
    }
    floor_ = sum / static_cast<double>(floor_sequences * (inputs - first_place));
}

TaskShape SkipMarkovTask::shape() const {
    return {.table_rows = symbols, .classes = symbols, .features = 1, .read_outs = 1, .seq_len = inputs};
}

SkipMarkovTask::Distribution SkipMarkovTask::odds(std::span<const std::int32_t> past, double& sum) const {
    Distribution product = odds_[0][symbol_back(past, offsets[0])];
    for (std::size_t j = 1; j < offsets.size(); ++j) {
        const auto& factors = odds_[j][symbol_back(past, offsets[j])];
        for (std::size_t to = 0; to < product.size(); ++to) {
            product[to] *= factors[to];
        }
    }
    sum = 0.0;
    for (const double odd : product) {
        sum += odd;
    }
    return product;
}

SkipMarkovTask::Distribution SkipMarkovTask::next(std::span<const std::int32_t> past) const {
    double sum = 0.0;
    Distribution probabilities = odds(past, sum);
    for (double& probability : probabilities) {
        probability /= sum;
    }
    return probabilities;
}

/// -sum p log p, where log p = logit - log(sum of odds): one logarithm instead of 16.
double SkipMarkovTask::entropy(std::span<const std::int32_t> past) const {
    double sum = 0.0;
    const Distribution odd = odds(past, sum);
    double logits = 0.0;
    for (std::size_t to = 0; to < odd.size(); ++to) {
        double logit = 0.0;
        for (std::size_t j = 0; j < offsets.size(); ++j) {
            logit += tables_[j][symbol_back(past, offsets[j])][to];
        }
        logits += odd[to] * logit;
    }
    return portable::log(sum) - logits / sum;
}

Batch SkipMarkovTask::make(Stream stream, std::uint64_t number, Index size) const {
    const RandomStream numbers = batch_numbers(seed_, "skip-markov", stream, number);
    BatchWriter batch(shape(), size);
    std::array<std::int32_t, inputs + 1> sequence{};
    for (Index b = 0; b < size; ++b) {
        Draws draws(numbers, b);
        for (Index t = 0; t <= inputs; ++t) {
            const auto place = static_cast<std::size_t>(t);
            if (t <= first_place) {
                sequence[place] = draws.below(symbols);
            } else {
                double sum = 0.0;
                const Distribution odd = odds(std::span(sequence).first(place), sum);
                sequence[place] = chosen(odd, draws.uniform() * sum);
                batch.target(b, t - 1) = sequence[place];
            }
            if (t < inputs) {
                batch.input(b, t) = sequence[place];
            }
        }
    }
    return batch.take();
}

std::string SkipMarkovTask::input_name(std::span<const std::int32_t> features) const {
    return class_name(features[0]);
}

std::string SkipMarkovTask::class_name(std::int32_t value) const {
    return {static_cast<char>('a' + value)};
}

} // namespace headscope
