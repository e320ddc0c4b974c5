#pragma once

#include "core/train/task.h"

namespace headscope {

/// k-needle recall. 12 items, each a key of 16 and one of 10 values, keys distinct, in random order; then a token that
/// asks for the values of k different keys that are there, one a slot. One softmax makes one mixture of values, so
/// about one head a needle is needed. Features: an item is its key and its value; the asking token is a key and a value
/// that mean none, and for each slot a row of the slot's own table for the key asked. Loss and read-outs at the asking
/// token.
class NeedlesTask : public Task {
public:
    static constexpr Index most_needles = 4;
    static constexpr Index keys = 16;
    static constexpr Index values = 10;
    static constexpr Index items = 12;

    /// 1 to most_needles (contract).
    NeedlesTask(Index needles, std::uint64_t seed);

    TaskShape shape() const override;
    Batch make(Stream stream, std::uint64_t number, Index size) const override;
    std::optional<double> loss_floor() const override { return 0.0; }
    std::string input_name(std::span<const std::int32_t> features) const override;
    std::string class_name(std::int32_t value) const override;

    // Rows of the embedding table.
    static constexpr std::int32_t no_key = keys;
    static constexpr std::int32_t first_value = no_key + 1;
    static constexpr std::int32_t no_value = first_value + values;
    static constexpr std::int32_t asked_row(Index slot, std::int32_t key) {
        return static_cast<std::int32_t>(no_value + 1 + slot * keys) + key;
    }

private:
    Index needles_;
    std::uint64_t seed_;
};

} // namespace headscope
