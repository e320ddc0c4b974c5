#include "core/train/tasks/induction.h"

#include <array>
#include <numeric>
#include <string_view>

#include "core/train/tasks/batch_writer.h"
#include "core/train/tasks/draws.h"

namespace headscope {

TaskShape InductionTask::shape() const {
    return {.table_rows = symbols, .classes = symbols, .features = 1, .read_outs = 1, .seq_len = inputs};
}

Batch InductionTask::make(Stream stream, std::uint64_t number, Index size) const {
    const RandomStream numbers = batch_numbers(seed_, "induction", stream, number);
    BatchWriter batch(shape(), size);
    for (Index b = 0; b < size; ++b) {
        Draws draws(numbers, b);
        const Index period = shortest + draws.below(longest - shortest + 1);
        std::array<std::int32_t, symbols> order{};
        std::iota(order.begin(), order.end(), 0);
        draws.shuffle(order, period);
        for (Index i = 0; i < inputs; ++i) {
            batch.input(b, i) = order[static_cast<std::size_t>(i % period)];
            if (i >= period) {
                batch.target(b, i) = order[static_cast<std::size_t>((i + 1) % period)];
            }
        }
    }
    return batch.take();
}

std::string InductionTask::input_name(std::span<const std::int32_t> features) const {
    return class_name(features[0]);
}

std::string InductionTask::class_name(std::int32_t value) const {
    constexpr std::string_view names = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static_assert(names.size() == static_cast<std::size_t>(symbols));
    return {names[static_cast<std::size_t>(value)]};
}

} // namespace headscope
