#include "core/train/tasks/needles.h"

#include <array>
#include <numeric>

#include "core/base/contract.h"
#include "core/train/tasks/batch_writer.h"
#include "core/train/tasks/draws.h"

namespace headscope {

namespace {

template <std::size_t N>
std::array<std::int32_t, N> counting() {
    std::array<std::int32_t, N> numbers{};
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

} // namespace

NeedlesTask::NeedlesTask(Index needles, std::uint64_t seed)
    : needles_(needles)
    , seed_(seed) {
    HEADSCOPE_EXPECTS(needles >= 1 && needles <= most_needles);
}

TaskShape NeedlesTask::shape() const {
    return {.table_rows = asked_row(needles_, 0),
            .classes = values,
            .features = 2 + needles_,
            .read_outs = needles_,
            .seq_len = items + 1};
}

Batch NeedlesTask::make(Stream stream, std::uint64_t number, Index size) const {
    const RandomStream numbers = batch_numbers(seed_, "needles" + std::to_string(needles_), stream, number);
    BatchWriter batch(shape(), size);
    for (Index b = 0; b < size; ++b) {
        Draws draws(numbers, b);
        auto key = counting<keys>();
        draws.shuffle(key, items);
        std::array<std::int32_t, items> value{};
        for (std::size_t i = 0; i < value.size(); ++i) {
            value[i] = draws.below(values);
            batch.input(b, static_cast<Index>(i), 0) = key[i];
            batch.input(b, static_cast<Index>(i), 1) = first_value + value[i];
        }
        auto place = counting<items>();
        draws.shuffle(place, needles_);
        batch.input(b, items, 0) = no_key;
        batch.input(b, items, 1) = no_value;
        for (Index slot = 0; slot < needles_; ++slot) {
            const auto asked = static_cast<std::size_t>(place[static_cast<std::size_t>(slot)]);
            batch.input(b, items, 2 + slot) = asked_row(slot, key[asked]);
            batch.target(b, items, slot) = value[asked];
        }
    }
    return batch.take();
}

std::string NeedlesTask::input_name(std::span<const std::int32_t> features) const {
    if (features[0] != no_key) {
        return "k" + std::to_string(features[0]) + " v" + std::to_string(features[1] - first_value);
    }
    std::string name = "?";
    for (Index slot = 0; slot < needles_; ++slot) {
        name += " k" + std::to_string(features[static_cast<std::size_t>(2 + slot)] - asked_row(slot, 0));
    }
    return name;
}

std::string NeedlesTask::class_name(std::int32_t value) const {
    return "v" + std::to_string(value);
}

} // namespace headscope
